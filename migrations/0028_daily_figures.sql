CREATE TABLE "visit_counts" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_day_step_pk" PRIMARY KEY("day","step"),
	CONSTRAINT "visit_counts_step" CHECK ("visit_counts"."step" in ('visit', 'service', 'plan'))
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"figure" text NOT NULL,
	"day" date NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "daily_figures_figure_day_subject_pk" PRIMARY KEY("figure","day","subject")
);
--> statement-breakpoint
CREATE TABLE "figure_marks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "figure_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"days" date[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figure_sources" (
	"source" text PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "payments_open_by_due_date";--> statement-breakpoint
CREATE INDEX "figure_marks_of_source" ON "figure_marks" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "users_of_team" ON "users" USING btree ("role") WHERE "users"."role" <> 'customer';--> statement-breakpoint
CREATE INDEX "order_steps_by_day" ON "order_steps" USING btree ("due_on") WHERE "order_steps"."due_on" is not null;--> statement-breakpoint
CREATE INDEX "payments_open_by_day" ON "payments" USING btree ("due_date","id","amount") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_by_day" ON "payments" USING btree ("due_date");