CREATE TABLE "desk_presence" (
	"tab" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "desk_presence_seen_at" ON "desk_presence" USING btree ("seen_at");