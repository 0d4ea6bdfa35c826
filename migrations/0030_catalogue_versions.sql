CREATE TABLE "catalogue_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"number" integer,
	"content" jsonb NOT NULL,
	"based_on" integer NOT NULL,
	"release_sha256" text NOT NULL,
	"repeats" integer,
	"drafted_by" uuid NOT NULL,
	"drafted_at" timestamp with time zone NOT NULL,
	"reason" text,
	"holds_from" timestamp with time zone,
	"published_by" uuid,
	"published_at" timestamp with time zone,
	"withdrawn_by" uuid,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "catalogue_versions_published" CHECK (("catalogue_versions"."number" is not null) = ("catalogue_versions"."reason" is not null and "catalogue_versions"."holds_from" is not null and "catalogue_versions"."published_by" is not null and "catalogue_versions"."published_at" is not null)),
	CONSTRAINT "catalogue_versions_withdrawn" CHECK (("catalogue_versions"."withdrawn_at" is null) = ("catalogue_versions"."withdrawn_by" is null) and ("catalogue_versions"."withdrawn_at" is null or "catalogue_versions"."withdrawn_at" < "catalogue_versions"."holds_from"))
);
--> statement-breakpoint
ALTER TABLE "consultations" ADD COLUMN "sold" jsonb;--> statement-breakpoint
ALTER TABLE "hiring_drafts" ADD COLUMN "shown_total" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "catalogue_versions_numbered" ON "catalogue_versions" USING btree ("subject","number");--> statement-breakpoint
CREATE INDEX "catalogue_versions_drafts" ON "catalogue_versions" USING btree ("subject","drafted_at") WHERE "catalogue_versions"."number" is null;