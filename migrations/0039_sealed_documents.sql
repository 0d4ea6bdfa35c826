CREATE TABLE "sealing_gate" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"readable_until" timestamp with time zone NOT NULL,
	CONSTRAINT "sealing_gate_one_row" CHECK ("sealing_gate"."only")
);
--> statement-breakpoint
ALTER TABLE "hiring_drafts" DROP CONSTRAINT "hiring_drafts_personal_data";--> statement-breakpoint
ALTER TABLE "hiring_drafts" ADD COLUMN "cpf_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "documento_sealed" "bytea";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "documento_index" text;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "documento_sealed" "bytea";--> statement-breakpoint
CREATE INDEX "hiring_drafts_readable" ON "hiring_drafts" USING btree ("id") WHERE "hiring_drafts"."cpf" is not null;--> statement-breakpoint
CREATE INDEX "profiles_documento_index" ON "profiles" USING btree ("documento_index") WHERE "profiles"."documento_index" is not null;--> statement-breakpoint
CREATE INDEX "profiles_readable" ON "profiles" USING btree ("user_id") WHERE "profiles"."documento" <> '';--> statement-breakpoint
ALTER TABLE "hiring_drafts" ADD CONSTRAINT "hiring_drafts_personal_data" CHECK (("hiring_drafts"."order_id" is null) = ("hiring_drafts"."name" is not null and ("hiring_drafts"."cpf" is not null or "hiring_drafts"."cpf_sealed" is not null) and "hiring_drafts"."phone" is not null));
--> statement-breakpoint
-- A new database is sealed from its first row. In one with rows, processes of the release before may still run for a while, which read
-- the readable columns alone: until tomorrow rows are written as they write them (docs/decisions/0062-the-cpf-at-rest.md).
INSERT INTO "sealing_gate" ("readable_until")
  SELECT CASE WHEN EXISTS (SELECT FROM "users") OR EXISTS (SELECT FROM "sign_ups") OR EXISTS (SELECT FROM "hiring_drafts")
    THEN now() + interval '1 day' ELSE timestamptz 'epoch' END;
