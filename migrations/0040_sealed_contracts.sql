ALTER TABLE "contract_acceptances" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "contract_addenda" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
CREATE INDEX "contract_acceptances_readable" ON "contract_acceptances" USING btree ("id") WHERE "contract_acceptances"."sealed" is null and "contract_acceptances"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "contract_addenda_readable" ON "contract_addenda" USING btree ("id") WHERE "contract_addenda"."sealed" is null and "contract_addenda"."erased_at" is null;--> statement-breakpoint
-- Processes of the release before, which read the text alone, may still run where something was signed.
UPDATE "sealing_gate" SET "readable_until" = now() + interval '1 day' WHERE EXISTS (SELECT FROM "contract_acceptances");
--> statement-breakpoint
-- Evidence is only ever added. A record may change in two ways. It may become sealed: "sealed" is set, what is named in "readable" becomes
-- empty, and nothing else differs; set again with another key likewise. And when the claims about it are barred (five years, CDC art.
-- 27), its personal data may be emptied, once: "sealed" and what is named in "forgettable" become empty, and "erased_at" says when.
CREATE FUNCTION refuse_rewriting_contracts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  readable text[] := string_to_array(TG_ARGV[0], ',');
  forgettable text[] := string_to_array(TG_ARGV[1], ',');
  emptied text[];
  changing text[];
  column_name text;
  new_row jsonb := to_jsonb(NEW);
  old_row jsonb := to_jsonb(OLD);
BEGIN
  IF TG_OP = 'DELETE' OR OLD.erased_at IS NOT NULL THEN
    RAISE EXCEPTION '% keeps evidence: rows are only ever added', TG_TABLE_NAME;
  END IF;
  IF NEW.erased_at IS NULL THEN
    emptied := readable;
    changing := array_append(readable, 'sealed');
  ELSE
    emptied := forgettable;
    changing := forgettable || ARRAY['sealed', 'erased_at'];
  END IF;
  IF new_row - changing <> old_row - changing
    OR (NEW.sealed IS NULL) <> (NEW.erased_at IS NOT NULL)
    OR NEW.erased_at < OLD.accepted_at + interval '5 years' THEN
    RAISE EXCEPTION '% keeps evidence: rows are only ever added', TG_TABLE_NAME;
  END IF;
  FOREACH column_name IN ARRAY emptied LOOP
    IF new_row -> column_name NOT IN ('""'::jsonb, '{"name":"","cpf":"","phone":""}'::jsonb) THEN
      RAISE EXCEPTION '% keeps evidence: rows are only ever added', TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NEW;
END
$$;
--> statement-breakpoint
DROP TRIGGER contract_acceptances_append_only ON "contract_acceptances";
--> statement-breakpoint
CREATE TRIGGER contract_acceptances_append_only BEFORE UPDATE OR DELETE ON "contract_acceptances"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_contracts('text,party', 'text,party,ip,user_agent,email');
--> statement-breakpoint
DROP TRIGGER contract_addenda_append_only ON "contract_addenda";
--> statement-breakpoint
CREATE TRIGGER contract_addenda_append_only BEFORE UPDATE OR DELETE ON "contract_addenda"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_contracts('text', 'text,ip,user_agent,email');
