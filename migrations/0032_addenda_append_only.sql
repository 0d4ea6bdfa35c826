ALTER TABLE "renegotiations" ADD CONSTRAINT "renegotiations_order" FOREIGN KEY (order_id) REFERENCES "orders" (id);
--> statement-breakpoint
ALTER TABLE "contract_addenda" ADD CONSTRAINT "contract_addenda_order" FOREIGN KEY (order_id) REFERENCES "orders" (id);
--> statement-breakpoint
CREATE TRIGGER contract_addenda_append_only BEFORE UPDATE OR DELETE ON "contract_addenda"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_evidence();
