-- Days whose figures (daily_figures) are made again: one row for each statement that changes what they follow from, whoever writes it.
-- Appended and never updated here, so that transactions do not wait for each other.
CREATE FUNCTION mark_due_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figure_marks (source, days) SELECT 'due', array_agg(DISTINCT due_date) FROM changed HAVING count(*) > 0;
  ELSE
    INSERT INTO figure_marks (source, days)
      SELECT 'due', array_agg(DISTINCT day) FROM (
        SELECT unnest(ARRAY[o.due_date, n.due_date]) AS day FROM before o JOIN changed n USING (id)
        WHERE (o.status, o.due_date, o.amount) IS DISTINCT FROM (n.status, n.due_date, n.amount)) AS touched
      HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER payments_marked_new AFTER INSERT ON payments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_due_days();
--> statement-breakpoint
CREATE TRIGGER payments_marked AFTER UPDATE ON payments REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_due_days();
--> statement-breakpoint
CREATE FUNCTION mark_ledger_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_marks (source, days) SELECT 'ledger', array_agg(DISTINCT day) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_marked AFTER INSERT ON ledger_transactions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_ledger_days();
--> statement-breakpoint
CREATE FUNCTION mark_order_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO figure_marks (source, days)
      SELECT 'orders', array_agg(DISTINCT (at AT TIME ZONE 'America/Sao_Paulo')::date) FROM (
        SELECT unnest(ARRAY[created_at, contact_due_at]) AS at FROM changed) AS touched
      WHERE at IS NOT NULL HAVING count(*) > 0;
  ELSE
    INSERT INTO figure_marks (source, days)
      SELECT 'orders', array_agg(DISTINCT (at AT TIME ZONE 'America/Sao_Paulo')::date) FROM (
        SELECT unnest(ARRAY[n.created_at, o.contact_due_at, n.contact_due_at]) AS at FROM before o JOIN changed n USING (id)
        WHERE (o.status, o.start_date, o.contacted_at, o.contact_due_at, o.service_price)
          IS DISTINCT FROM (n.status, n.start_date, n.contacted_at, n.contact_due_at, n.service_price)) AS touched
      WHERE at IS NOT NULL HAVING count(*) > 0;
    -- The steps of an order count for as long as it goes on.
    INSERT INTO figure_marks (source, days)
      SELECT 'steps', array_agg(DISTINCT s.due_on) FROM before o JOIN changed n USING (id) JOIN order_steps s ON s.order_id = n.id
      WHERE o.status IS DISTINCT FROM n.status AND (o.status IN ('cancelled', 'on_hold') OR n.status IN ('cancelled', 'on_hold'))
        AND s.due_on IS NOT NULL
      HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_marked_new AFTER INSERT ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
--> statement-breakpoint
CREATE TRIGGER orders_marked AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_order_days();
--> statement-breakpoint
CREATE FUNCTION mark_step_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_marks (source, days)
    SELECT 'steps', array_agg(DISTINCT day) FROM (
      SELECT unnest(ARRAY[o.due_on, n.due_on]) AS day FROM before o JOIN changed n USING (order_id, step_number)
      WHERE (o.due_on, o.completed_date) IS DISTINCT FROM (n.due_on, n.completed_date)) AS touched
    WHERE day IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER order_steps_marked AFTER UPDATE ON order_steps REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_step_days();
--> statement-breakpoint
CREATE FUNCTION mark_lookup_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_marks (source, days)
    SELECT 'lookups', array_agg(DISTINCT (at AT TIME ZONE 'America/Sao_Paulo')::date) FROM (
      SELECT unnest(ARRAY[o.promised_at, n.promised_at]) AS at FROM before o JOIN changed n USING (id)
      WHERE (o.status, o.promised_at, o.delivered_at) IS DISTINCT FROM (n.status, n.promised_at, n.delivered_at)) AS touched
    WHERE at IS NOT NULL HAVING count(*) > 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER consultations_marked AFTER UPDATE ON consultations REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_lookup_days();
--> statement-breakpoint
-- What happened before: every day of it is made once.
CREATE FUNCTION mark_all_days() RETURNS void LANGUAGE sql AS $$
  INSERT INTO figure_marks (source, days) SELECT 'due', array_agg(DISTINCT due_date) FROM payments HAVING count(*) > 0;
  INSERT INTO figure_marks (source, days) SELECT 'ledger', array_agg(DISTINCT day) FROM ledger_transactions HAVING count(*) > 0;
  INSERT INTO figure_marks (source, days)
    SELECT 'orders', array_agg(DISTINCT day) FROM (
      SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day FROM orders
      UNION SELECT (contact_due_at AT TIME ZONE 'America/Sao_Paulo')::date FROM orders WHERE contact_due_at IS NOT NULL) AS d HAVING count(*) > 0;
  INSERT INTO figure_marks (source, days) SELECT 'steps', array_agg(DISTINCT due_on) FROM order_steps WHERE due_on IS NOT NULL HAVING count(*) > 0;
  INSERT INTO figure_marks (source, days)
    SELECT 'lookups', array_agg(DISTINCT (promised_at AT TIME ZONE 'America/Sao_Paulo')::date) FROM consultations
    WHERE promised_at IS NOT NULL HAVING count(*) > 0;
$$;
--> statement-breakpoint
SELECT mark_all_days();
