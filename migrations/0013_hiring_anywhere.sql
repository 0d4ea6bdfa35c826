ALTER TABLE "sign_ups" ADD COLUMN "hiring_draft_id" uuid;--> statement-breakpoint
CREATE INDEX "hiring_drafts_of_user" ON "hiring_drafts" USING btree ("user_id","updated_at");