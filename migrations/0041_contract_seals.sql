CREATE TABLE "seal_certificates" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_test" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"first_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "contract_acceptances_text" ON "contract_acceptances" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "contract_addenda_text" ON "contract_addenda" USING btree ("sha256");