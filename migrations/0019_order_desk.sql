CREATE TABLE "order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"step_number" integer,
	"text" text,
	"detail" jsonb NOT NULL,
	CONSTRAINT "order_events_kind" CHECK ("order_events"."kind" in ('paid', 'started', 'contacted', 'step_completed', 'step_undone', 'step_reopened', 'deadline_moved', 'held', 'resumed', 'cancelled', 'noted'))
);
--> statement-breakpoint
CREATE TABLE "step_completions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"step_number" integer NOT NULL,
	"words" text NOT NULL,
	"protocol" text,
	"file_id" uuid,
	"is_shared" boolean NOT NULL,
	"completed_by" uuid NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	"announced_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "step_completions_evidence" CHECK ("step_completions"."protocol" is not null or "step_completions"."file_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "step_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"added_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "step_files_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "step_files_media_type" CHECK ("step_files"."media_type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "step_files_size" CHECK ("step_files"."size" > 0),
	CONSTRAINT "step_files_sha256" CHECK ("step_files"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "order_steps" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "contact_due_at" timestamp with time zone DEFAULT now() + interval '24 hours';--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "contacted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_completions" ADD CONSTRAINT "step_completions_file_id_step_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."step_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_completions" ADD CONSTRAINT "step_completions_step" FOREIGN KEY ("order_id","step_number") REFERENCES "public"."order_steps"("order_id","step_number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_files" ADD CONSTRAINT "step_files_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_events_of_order" ON "order_events" USING btree ("order_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "step_completions_current" ON "step_completions" USING btree ("order_id","step_number") WHERE "step_completions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "step_completions_of_order" ON "step_completions" USING btree ("order_id","step_number");--> statement-breakpoint
CREATE UNIQUE INDEX "step_completions_file" ON "step_completions" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "step_files_unused" ON "step_files" USING btree ("created_at") WHERE "step_files"."used_at" is null;--> statement-breakpoint
CREATE INDEX "step_files_of_order" ON "step_files" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_to_work_on" ON "orders" USING btree (coalesce("due_on", "delivery_date"),"id") WHERE "orders"."status" in ('paid', 'in_progress');--> statement-breakpoint
CREATE INDEX "orders_to_decide" ON "orders" USING btree (coalesce("due_on", "delivery_date"),"id") WHERE "orders"."status" = 'on_hold';--> statement-breakpoint
CREATE INDEX "orders_to_contact" ON "orders" USING btree ("contact_due_at","id") WHERE "orders"."contacted_at" is null and "orders"."contact_due_at" is not null and "orders"."status" in ('pending', 'paid', 'in_progress', 'on_hold');--> statement-breakpoint
UPDATE "orders" SET "contact_due_at" = CASE WHEN "created_at" > now() - interval '24 hours' THEN "created_at" + interval '24 hours' END WHERE "status" in ('pending', 'paid', 'in_progress', 'on_hold');--> statement-breakpoint
UPDATE "order_steps" SET "due_on" = "start_date" + ceil(("delivery_date" - "start_date") * "step_number" / "steps"::numeric)::integer FROM (SELECT "id", "start_date", "delivery_date", (SELECT count(*) FROM "order_steps" WHERE "order_id" = "id") AS "steps" FROM "orders" WHERE "status" in ('paid', 'in_progress', 'on_hold') AND "start_date" IS NOT NULL) AS "under_way" WHERE "order_id" = "id";--> statement-breakpoint
UPDATE "orders" SET "due_on" = (SELECT min("due_on") FROM "order_steps" WHERE "order_id" = "id" AND NOT "completed") WHERE "status" in ('paid', 'in_progress');--> statement-breakpoint
UPDATE "orders" SET "due_on" = ("updated_at" AT TIME ZONE 'America/Sao_Paulo')::date + 1 WHERE "status" = 'on_hold';
