-- Keys and rules that span modules, or that the table definitions cannot say. Each module owns its tables; this file
-- alone ties them together. Statements are separated for the migrator.
ALTER TABLE "event_deliveries" ADD CONSTRAINT "event_deliveries_listener_named" CHECK (listener <> '');
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user" FOREIGN KEY (user_id) REFERENCES "users" (id);
--> statement-breakpoint
ALTER TABLE "hiring_drafts" ADD CONSTRAINT "hiring_drafts_user" FOREIGN KEY (user_id) REFERENCES "users" (id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "hiring_drafts" ADD CONSTRAINT "hiring_drafts_order" FOREIGN KEY (order_id) REFERENCES "orders" (id);
--> statement-breakpoint
ALTER TABLE "contract_acceptances" ADD CONSTRAINT "contract_acceptances_order" FOREIGN KEY (order_id) REFERENCES "orders" (id);
--> statement-breakpoint
CREATE FUNCTION refuse_rewriting_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% keeps evidence: rows are only ever added', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER contract_acceptances_append_only BEFORE UPDATE OR DELETE ON "contract_acceptances"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_evidence();
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order" FOREIGN KEY (order_id) REFERENCES "orders" (id);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user" FOREIGN KEY (user_id) REFERENCES "users" (id);
--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_user" FOREIGN KEY (user_id) REFERENCES "users" (id);
--> statement-breakpoint
CREATE TRIGGER charge_history_append_only BEFORE UPDATE OR DELETE ON "charge_history"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_evidence();
--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_user" FOREIGN KEY (user_id) REFERENCES "users" (id) ON DELETE CASCADE;
--> statement-breakpoint
-- No cascade: a row that went would leave its file behind. Whoever erases a person removes the documents first.
ALTER TABLE "documents" ADD CONSTRAINT "documents_user" FOREIGN KEY (user_id) REFERENCES "users" (id);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order" FOREIGN KEY (order_id) REFERENCES "orders" (id);
