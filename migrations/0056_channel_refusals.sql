CREATE TABLE "channel_refusals" (
	"channel" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"latest_at" timestamp with time zone NOT NULL,
	"code" text,
	CONSTRAINT "channel_refusals_channel" CHECK ("channel_refusals"."channel" in ('email', 'whatsapp'))
);
