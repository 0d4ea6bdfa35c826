CREATE TABLE "document_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"note" text NOT NULL,
	"document_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"fulfilled_at" timestamp with time zone,
	"fulfilled_by" uuid,
	"closed_at" timestamp with time zone,
	CONSTRAINT "document_requests_kind" CHECK ("document_requests"."kind" in ('identity', 'cpf', 'address', 'income', 'company', 'power', 'other', 'replacement')),
	CONSTRAINT "document_requests_replacement" CHECK (("document_requests"."kind" = 'replacement') = ("document_requests"."document_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "review_status" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "review_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "rejection" text;--> statement-breakpoint
CREATE INDEX "document_requests_of_user" ON "document_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "document_requests_fulfilled_by" ON "document_requests" USING btree ("fulfilled_by");--> statement-breakpoint
CREATE UNIQUE INDEX "document_requests_open" ON "document_requests" USING btree ("user_id","kind",coalesce("document_id", "user_id")) WHERE "document_requests"."fulfilled_at" is null and "document_requests"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "documents_to_review" ON "documents" USING btree ("created_at","id") WHERE "documents"."review_status" = 'waiting' and "documents"."stored_at" is not null and "documents"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "documents_reviewed" ON "documents" USING btree ("reviewed_at","id") WHERE "documents"."reviewed_at" is not null;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_review_status" CHECK ("documents"."review_status" in ('waiting', 'accepted', 'rejected'));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_rejection" CHECK ("documents"."review_status" <> 'rejected' or "documents"."rejection" is not null);