CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"written_by" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_notes_text" CHECK (length("customer_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE INDEX "customer_notes_of_user" ON "customer_notes" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "profiles_documento_begins" ON "profiles" USING btree ("documento" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "profiles_telefone_begins" ON "profiles" USING btree ("telefone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "profiles_name_words" ON "profiles" USING gin (to_tsvector('simple'::regconfig, translate(lower("nome"), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn')));--> statement-breakpoint
CREATE INDEX "users_email_begins" ON "users" USING btree ("email" text_pattern_ops);