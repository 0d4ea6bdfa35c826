CREATE TABLE "acceptance_breaches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chain" integer NOT NULL,
	"position" integer NOT NULL,
	"reason" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	CONSTRAINT "acceptance_breaches_place" UNIQUE("chain","position","reason"),
	CONSTRAINT "acceptance_breaches_reason" CHECK ("acceptance_breaches"."reason" in ('missing', 'text_changed', 'record_changed', 'end_missing'))
);
--> statement-breakpoint
CREATE TABLE "acceptance_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"records" integer NOT NULL,
	"breaches" integer NOT NULL,
	CONSTRAINT "acceptance_checks_one" CHECK ("acceptance_checks"."id" = 1)
);
--> statement-breakpoint
CREATE INDEX "acceptance_breaches_to_review" ON "acceptance_breaches" USING btree ("found_at","id") WHERE "acceptance_breaches"."reviewed_at" is null;