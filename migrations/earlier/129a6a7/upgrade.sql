-- Brings what a database of commit 129a6a7 holds into the tables of 0000_tables and 0001_constraints, which are new and empty; the tables
-- of then are in the schema "earlier". Run by src/platform/database/earlier-schemas.ts. Docs: decisions/0070.

-- Tables with the columns of then, in the same order.
INSERT INTO "users" SELECT * FROM earlier."users";
INSERT INTO "accounts" SELECT * FROM earlier."accounts";
INSERT INTO "profiles" SELECT * FROM earlier."profiles";
INSERT INTO "sessions" SELECT * FROM earlier."sessions";
INSERT INTO "verifications" SELECT * FROM earlier."verifications";
INSERT INTO "orders" SELECT * FROM earlier."orders";
INSERT INTO "order_steps" SELECT * FROM earlier."order_steps";
INSERT INTO "acceptance_chains" SELECT * FROM earlier."acceptance_chains";
INSERT INTO "contract_acceptances" SELECT * FROM earlier."contract_acceptances";
INSERT INTO "withdrawals" SELECT * FROM earlier."withdrawals";
INSERT INTO "consultations" SELECT * FROM earlier."consultations";
INSERT INTO "documents" SELECT * FROM earlier."documents";
INSERT INTO "registrations" SELECT * FROM earlier."registrations";
INSERT INTO "proposals" SELECT * FROM earlier."proposals";
INSERT INTO "messages" SELECT * FROM earlier."messages";
INSERT INTO "events" SELECT * FROM earlier."events";
INSERT INTO "event_deliveries" SELECT * FROM earlier."event_deliveries";
INSERT INTO "rate_limits" SELECT * FROM earlier."rate_limits";

-- Tables that got columns.
INSERT INTO "hiring_drafts" ("id", "user_id", "service_id", "variant", "plan_id", "name", "cpf", "phone", "order_id", "created_at", "updated_at", "consumed_at")
SELECT "id", "user_id", "service_id", "variant", "plan_id", "name", "cpf", "phone", "order_id", "created_at", "updated_at", "consumed_at"
FROM earlier."hiring_drafts";
INSERT INTO "provider_events" ("id", "provider", "delivery_key", "kind", "action", "data_id", "received_at", "processed_at")
SELECT "id", 'mercado-pago', "delivery_key", "kind", "action", "data_id", "received_at", "processed_at" FROM earlier."provider_events";
INSERT INTO "charges" ("id", "user_id", "purpose", "purpose_id", "method", "amount", "description", "status", "provider", "reference",
	"idempotency_key", "selection_key", "most_instalments", "payer", "provider_id", "preference_id", "qr_code", "ticket_url", "init_point",
	"expires_at", "attempts", "last_error", "created_at", "issued_at", "settled_at", "checked_at", "next_check_at")
SELECT "id", "user_id", "purpose", "purpose_id", "method", "amount", "description", "status", 'mercado-pago', "reference",
	"idempotency_key", "selection_key", "most_instalments", "payer", "provider_id", "preference_id", "qr_code", "ticket_url", "init_point",
	"expires_at", "attempts", "last_error", "created_at", "issued_at", "settled_at", "checked_at", "next_check_at"
FROM earlier."charges";
INSERT INTO "charge_history" SELECT * FROM earlier."charge_history";

-- An id as the application makes them: ordered by time, here the same for the same seed.
CREATE FUNCTION earlier.id_of(at timestamptz, seed text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(seed), 1, 3) || '8' || substr(md5(seed), 4, 15))::uuid
$$;
CREATE FUNCTION earlier.day_of(at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (at AT TIME ZONE 'America/Sao_Paulo')::date
$$;

-- The payments whose money arrived. That release kept of them what their charge says: the payment that settled it, and what was given
-- back of it. The provider's fee it did not ask for: the first sweep reports it, and it is booked then.
INSERT INTO "provider_payments" ("id", "provider", "provider_id", "charge_id", "reference", "method", "state", "status", "detail", "amount",
	"refunded", "fee", "approved_at", "received_at", "concern", "created_at", "updated_at")
SELECT earlier.id_of(c."settled_at", 'payment:' || c."provider_id"), 'mercado-pago', c."provider_id", c."id", c."reference", c."method",
	s.state, s.state, c."provider_detail", c."approved_amount", least(c."refunded_amount", c."approved_amount"), 0,
	coalesce((SELECT min(p."payment_date") FROM earlier."payments" p WHERE p."paid_by" = c."id"), c."settled_at"), c."settled_at",
	CASE WHEN s.state IN ('in_mediation', 'charged_back') THEN s.state END, c."settled_at", coalesce(c."checked_at", c."settled_at")
FROM earlier."charges" c, LATERAL (SELECT CASE WHEN c."status" IN ('approved', 'divergent') THEN 'approved' ELSE c."status" END AS state) s
WHERE c."settled_at" IS NOT NULL;

-- Those that settled no charge, of which that release kept a credit alone: second payments, and money that matched nothing.
INSERT INTO "provider_payments" ("id", "provider", "provider_id", "charge_id", "reference", "method", "state", "status", "amount",
	"refunded", "fee", "approved_at", "received_at", "created_at", "updated_at")
SELECT earlier.id_of(min(k."created_at"), 'payment:' || k."provider_id"), 'mercado-pago', k."provider_id", min(k."charge_id"::text)::uuid,
	min(k."reference"), coalesce(min(c."method"), 'pix'), 'approved', 'approved', sum(k."amount"), 0, 0, min(k."created_at"),
	min(k."created_at"), min(k."created_at"), min(k."created_at")
FROM earlier."credits" k LEFT JOIN earlier."charges" c ON c."id" = k."charge_id"
WHERE NOT EXISTS (SELECT FROM "provider_payments" q WHERE q."provider_id" = k."provider_id")
GROUP BY k."provider_id";

-- Instalments, with the payment that paid them and with what their plan charges for time. Cancelled after it was paid: given back whole.
INSERT INTO "payments" ("id", "order_id", "user_id", "service_title", "payment_type", "number", "kind", "amount", "due_date", "status",
	"payment_date", "paid_by", "paid_with", "paid_amount", "rate", "rate_period", "payment_method", "external_reference", "created_at")
SELECT p."id", p."order_id", p."user_id", p."service_title", p."payment_type", p."number", p."kind", p."amount", p."due_date",
	CASE WHEN p."status" = 'cancelled' AND p."paid_by" IS NOT NULL THEN 'refunded' ELSE p."status" END, p."payment_date", p."paid_by",
	q."id", l."amount", r.rate, CASE WHEN r.rate IS NOT NULL THEN a."plan" -> 'rate' ->> 'period' END, p."payment_method",
	p."external_reference", p."created_at"
FROM earlier."payments" p
LEFT JOIN earlier."charges" c ON c."id" = p."paid_by"
LEFT JOIN "provider_payments" q ON q."provider_id" = c."provider_id"
LEFT JOIN earlier."charge_payments" l ON l."charge_id" = p."paid_by" AND l."payment_id" = p."id"
LEFT JOIN earlier."contract_acceptances" a ON a."order_id" = p."order_id"
LEFT JOIN LATERAL (SELECT nullif(greatest(round((a."plan" -> 'rate' ->> 'percent')::numeric * 100)::integer, 0), 0) AS rate) r ON true;
INSERT INTO "charge_payments" ("charge_id", "payment_id", "amount") SELECT "charge_id", "payment_id", "amount" FROM earlier."charge_payments";

-- A credit that was resolved belongs to nobody any more, as its resolution says.
INSERT INTO "credits" ("id", "key", "reason", "amount", "provider_payment_id", "charge_id", "payment_id", "user_id", "status", "created_at",
	"resolved_at", "resolved_by", "resolution")
SELECT k."id", q."id" || ':' || k."reason" || ':' || coalesce(k."payment_id"::text, ''), k."reason", k."amount", q."id", k."charge_id",
	k."payment_id", k."user_id", CASE WHEN k."status" = 'resolved' THEN 'dismissed' ELSE k."status" END, k."created_at", k."resolved_at",
	k."resolved_by", k."resolution"
FROM earlier."credits" k JOIN "provider_payments" q ON q."provider_id" = k."provider_id";

-- Money of a payment that nothing there accounts for, if there ever was any, waits for the team.
INSERT INTO "credits" ("id", "key", "reason", "amount", "provider_payment_id", "charge_id", "user_id", "status", "created_at")
SELECT earlier.id_of(q."received_at", 'left:' || q."id"), q."id" || ':left', 'unmatched', rest.amount, q."id", q."charge_id", c."user_id",
	'open', q."received_at"
FROM "provider_payments" q LEFT JOIN "charges" c ON c."id" = q."charge_id",
	LATERAL (SELECT q."amount" - coalesce((SELECT sum(p."paid_amount") FROM "payments" p WHERE p."paid_with" = q."id"), 0)
		- coalesce((SELECT sum(k."amount") FROM "credits" k WHERE k."provider_payment_id" = q."id"), 0) AS amount) rest
WHERE rest.amount > 0 AND c."purpose" IS DISTINCT FROM 'consultation';

-- Refunds that were asked for, and the instalments they give back: those that the charge paid of the order that was withdrawn from.
INSERT INTO "refunds" ("id", "provider_payment_id", "charge_id", "amount", "origin", "reason", "status", "idempotency_key",
	"provider_refund_id", "requested_by", "last_error", "created_at", "completed_at")
SELECT r."id", q."id", r."charge_id", r."amount",
	CASE r."reason" WHEN 'withdrawal' THEN 'withdrawal' WHEN 'duplicate' THEN 'automatic' ELSE 'team' END, r."reason", r."status",
	r."idempotency_key", r."provider_refund_id", r."requested_by", r."last_error", r."created_at", r."completed_at"
FROM earlier."refunds" r JOIN "charges" c ON c."id" = r."charge_id" JOIN "provider_payments" q ON q."provider_id" = c."provider_id";
INSERT INTO "refund_payments" ("refund_id", "payment_id")
SELECT r."id", p."id"
FROM "refunds" r CROSS JOIN LATERAL (
	SELECT w."order_id" FROM "withdrawals" w JOIN "payments" p ON p."order_id" = w."order_id" AND p."paid_by" = r."charge_id"
	WHERE w."user_id" = r."requested_by" GROUP BY w."order_id", w."withdrawn_at" HAVING sum(p."paid_amount") = r."amount"
	ORDER BY abs(extract(epoch FROM w."withdrawn_at" - r."created_at")) LIMIT 1) of_order
JOIN "payments" p ON p."order_id" = of_order."order_id" AND p."paid_by" = r."charge_id"
WHERE r."origin" = 'withdrawal' AND r."status" IN ('requested', 'done');
UPDATE "payments" SET "status" = 'refunded' WHERE "status" = 'paid' AND "id" IN (
	SELECT f."payment_id" FROM "refund_payments" f JOIN "refunds" r ON r."id" = f."refund_id" WHERE r."status" = 'done');

-- Money that went back without being asked for: at the provider's panel, then by a bank. The payment's open credits first.
DO $$
DECLARE
  paid record;
  credit record;
  part bigint;
  rest bigint;
  refund uuid;
BEGIN
  FOR paid IN
    SELECT q."id", q."charge_id", q."updated_at" AS at, q."amount", origin, returned FROM "provider_payments" q,
      LATERAL (VALUES ('panel', q."refunded"), ('chargeback', CASE q."state" WHEN 'charged_back' THEN q."amount" END)) AS v (origin, returned)
    WHERE returned > 0 ORDER BY q."id", origin DESC
  LOOP
    rest := paid.returned - coalesce((SELECT sum("amount") FROM "refunds" r
      WHERE r."provider_payment_id" = paid.id AND r."status" IN ('requested', 'done')), 0);
    FOR credit IN SELECT * FROM "credits" WHERE "provider_payment_id" = paid.id AND "status" = 'open' ORDER BY "id" LOOP
      EXIT WHEN rest <= 0;
      part := least(credit.amount, rest);
      rest := rest - part;
      UPDATE "credits" SET "amount" = part, "status" = 'refunded', "resolved_at" = paid.at, "resolution" = paid.origin WHERE "id" = credit.id;
      INSERT INTO "credits" ("id", "key", "reason", "amount", "provider_payment_id", "charge_id", "payment_id", "user_id", "status", "created_at")
        SELECT earlier.id_of(credit.created_at, credit.key || '/rest'), credit.key || '/rest', credit.reason, credit.amount - part,
          credit.provider_payment_id, credit.charge_id, credit.payment_id, credit.user_id, 'open', credit.created_at
        WHERE credit.amount > part;
      INSERT INTO "refunds" ("id", "provider_payment_id", "charge_id", "credit_id", "amount", "origin", "reason", "status", "idempotency_key", "created_at", "completed_at")
        VALUES (earlier.id_of(paid.at, paid.origin || credit.id), paid.id, paid.charge_id, credit.id, part, paid.origin, paid.origin, 'done',
          paid.origin || ':' || credit.id, paid.at, paid.at);
    END LOOP;
    CONTINUE WHEN rest <= 0;
    refund := earlier.id_of(paid.at, paid.origin || paid.id);
    INSERT INTO "refunds" ("id", "provider_payment_id", "charge_id", "amount", "origin", "reason", "status", "idempotency_key", "created_at", "completed_at")
      VALUES (refund, paid.id, paid.charge_id, rest, paid.origin, paid.origin, 'done', paid.origin || ':' || paid.id, paid.at, paid.at);
    IF paid.origin = 'panel' AND paid.returned = paid.amount THEN
      INSERT INTO "refund_payments" SELECT refund, p."id" FROM "payments" p WHERE p."paid_with" = paid.id
        AND NOT EXISTS (SELECT FROM "refund_payments" f WHERE f."payment_id" = p."id");
      UPDATE "payments" SET "status" = 'refunded' WHERE "paid_with" = paid.id AND "status" = 'paid';
    END IF;
  END LOOP;
END
$$;

-- The ledger: what today's settlement would have posted, under its keys (modules/payments/domain/movements.ts).
CREATE TABLE earlier.movements (key text, kind text, at timestamptz, by uuid, account text, amount bigint);
INSERT INTO earlier.movements
SELECT 'sale:' || s.order_id, 'sale', s.at, NULL::uuid, e.account, e.amount
FROM (SELECT "order_id" AS order_id, min("created_at") AS at, sum("amount") AS total FROM "payments" GROUP BY 1) s,
	LATERAL (VALUES ('receivable', s.total), ('sales', -s.total)) AS e (account, amount);
INSERT INTO earlier.movements
SELECT 'cancellation:' || s.order_id || ':' || s.first, 'cancellation', coalesce(w."withdrawn_at", o."updated_at"), NULL, e.account, e.amount
FROM (SELECT "order_id" AS order_id, min("id"::text) AS first, sum("amount") AS total FROM "payments" WHERE "status" = 'cancelled' GROUP BY 1) s
JOIN "orders" o ON o."id" = s.order_id LEFT JOIN "withdrawals" w ON w."order_id" = s.order_id,
	LATERAL (VALUES ('sales', s.total), ('receivable', -s.total)) AS e (account, amount);
INSERT INTO earlier.movements
SELECT 'receipt:' || q."id", 'receipt', q."approved_at", NULL, e.account, e.amount
FROM (SELECT q.*, coalesce((SELECT sum(p."paid_amount") FROM "payments" p WHERE p."paid_with" = q."id"), 0) AS paid,
		coalesce((SELECT sum(k."amount") FROM "credits" k WHERE k."provider_payment_id" = q."id"), 0) AS credited
	FROM "provider_payments" q) q,
	-- What no instalment and no credit took paid for a look-up, which is sold and paid at once.
	LATERAL (VALUES ('provider:mercado-pago', q."amount"), ('receivable', -q.paid), ('sales', q.paid + q.credited - q."amount"), ('credits', -q.credited))
		AS e (account, amount);
INSERT INTO earlier.movements
SELECT 'refund:' || r."id", CASE r."origin" WHEN 'chargeback' THEN 'chargeback' ELSE 'refund' END, r."completed_at", r."requested_by", e.account, e.amount
FROM "refunds" r, LATERAL (VALUES
	(CASE WHEN r."credit_id" IS NOT NULL THEN 'credits' WHEN r."origin" = 'chargeback' THEN 'chargebacks' ELSE 'refunds' END, r."amount"),
	('provider:mercado-pago', -r."amount")) AS e (account, amount)
WHERE r."status" = 'done';
INSERT INTO earlier.movements
SELECT 'credit:' || k."id", 'credit_dismissed', k."resolved_at", k."resolved_by", e.account, e.amount
FROM "credits" k, LATERAL (VALUES ('credits', k."amount"), ('unclaimed', -k."amount")) AS e (account, amount) WHERE k."status" = 'dismissed';
INSERT INTO "ledger_transactions" ("id", "key", "kind", "day", "by", "created_at")
SELECT DISTINCT earlier.id_of(at, key), key, kind, earlier.day_of(at), by, at FROM earlier.movements;
INSERT INTO "ledger_entries" ("transaction_id", "line", "account", "amount")
SELECT earlier.id_of(at, key), row_number() OVER (PARTITION BY key ORDER BY amount DESC, account) - 1, account, amount
FROM earlier.movements WHERE amount <> 0;
-- Balanced, now: the tables are changed further in this transaction.
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;

-- The first sweep reads all that the provider knows since the first charge.
INSERT INTO "provider_cursors" ("provider", "swept_until") SELECT 'mercado-pago', min("created_at") FROM "charges" HAVING count(*) > 0;
