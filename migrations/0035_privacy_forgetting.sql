-- Evidence is still only ever added. When the claims about it are barred (five years, CDC art. 27), the personal data in it may be
-- emptied, once: what names it in "forgettable" becomes empty, "erased_at" says when, and nothing else changes.
CREATE FUNCTION refuse_rewriting_evidence_but_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  forgettable text[] := string_to_array(TG_ARGV[1], ',');
  column_name text;
  new_row jsonb := to_jsonb(NEW);
  old_row jsonb := to_jsonb(OLD);
BEGIN
  IF TG_OP = 'DELETE' OR OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL
    OR NEW.erased_at < (old_row ->> TG_ARGV[0])::timestamptz + interval '5 years'
    OR new_row - array_append(forgettable, 'erased_at') <> old_row - array_append(forgettable, 'erased_at') THEN
    RAISE EXCEPTION '% keeps evidence: rows are only ever added', TG_TABLE_NAME;
  END IF;
  FOREACH column_name IN ARRAY forgettable LOOP
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
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_evidence_but_forgetting('accepted_at', 'text,ip,user_agent,email,party');
--> statement-breakpoint
DROP TRIGGER contract_addenda_append_only ON "contract_addenda";
--> statement-breakpoint
CREATE TRIGGER contract_addenda_append_only BEFORE UPDATE OR DELETE ON "contract_addenda"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_evidence_but_forgetting('accepted_at', 'text,ip,user_agent,email');
--> statement-breakpoint
DROP TRIGGER postponements_append_only ON "postponements";
--> statement-breakpoint
CREATE TRIGGER postponements_append_only BEFORE UPDATE OR DELETE ON "postponements"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_evidence_but_forgetting('requested_at', 'ip,user_agent');
