CREATE TABLE "security_counts" (
	"event" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "security_counts_event_minute_pk" PRIMARY KEY("event","minute")
);
--> statement-breakpoint
CREATE INDEX "security_counts_minute" ON "security_counts" USING btree ("minute");