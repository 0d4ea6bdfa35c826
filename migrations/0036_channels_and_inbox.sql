CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"order_id" uuid,
	"open_since" timestamp with time zone,
	"heard_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"closed_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversations_address" UNIQUE("channel","address"),
	CONSTRAINT "conversations_channel" CHECK ("conversations"."channel" in ('email', 'whatsapp'))
);
--> statement-breakpoint
CREATE TABLE "heard_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"provider_id" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"left" text[] NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"body_ended_at" timestamp with time zone,
	CONSTRAINT "heard_messages_provider" UNIQUE("channel","provider_id")
);
--> statement-breakpoint
CREATE TABLE "channel_addresses" (
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"heard_at" timestamp with time zone,
	"unreachable_at" timestamp with time zone,
	"code" text,
	CONSTRAINT "channel_addresses_channel_address_pk" PRIMARY KEY("channel","address"),
	CONSTRAINT "channel_addresses_channel" CHECK ("channel_addresses"."channel" in ('email', 'whatsapp'))
);
--> statement-breakpoint
CREATE TABLE "whatsapp_templates" (
	"name" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "tried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sent_as" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "failure_code" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "follows_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "heard_messages" ADD CONSTRAINT "heard_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_open" ON "conversations" USING btree ("open_since","id") WHERE "conversations"."open_since" is not null;--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("heard_at","id");--> statement-breakpoint
CREATE INDEX "conversations_of_user" ON "conversations" USING btree ("user_id") WHERE "conversations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "conversations_of_order" ON "conversations" USING btree ("order_id") WHERE "conversations"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "heard_messages_of_conversation" ON "heard_messages" USING btree ("conversation_id","at");--> statement-breakpoint
CREATE INDEX "heard_messages_with_body" ON "heard_messages" USING btree ("received_at") WHERE "heard_messages"."body_ended_at" is null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_follows_id_messages_id_fk" FOREIGN KEY ("follows_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_by_provider" ON "messages" USING btree ("provider_id") WHERE "messages"."provider_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_follow" ON "messages" USING btree ("follows_id") WHERE "messages"."follows_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_of_conversation" ON "messages" USING btree ("conversation_id","created_at") WHERE "messages"."conversation_id" is not null;