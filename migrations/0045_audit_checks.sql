CREATE TABLE "audit_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"records" integer NOT NULL,
	"breach" integer,
	CONSTRAINT "audit_checks_one" CHECK ("audit_checks"."id" = 1)
);
