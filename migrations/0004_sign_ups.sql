CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"nome" text DEFAULT '' NOT NULL,
	"documento" text DEFAULT '' NOT NULL,
	"telefone" text DEFAULT '' NOT NULL,
	"tipo_conta" text DEFAULT 'pessoal' NOT NULL,
	"browser_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "sign_ups_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "sign_ups_email_lower" CHECK ("sign_ups"."email" = lower("sign_ups"."email")),
	CONSTRAINT "sign_ups_tipo_conta_known" CHECK ("sign_ups"."tipo_conta" in ('pessoal', 'empresa'))
);
--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_ups_browser" ON "sign_ups" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "sign_ups_expires_at" ON "sign_ups" USING btree ("expires_at");