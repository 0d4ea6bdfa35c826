-- A paid look-up whose refund was given up, or that was paid by another code after its refund, had no way out: nobody could deliver it or
-- decide again. Those without an open refund return to the team.
UPDATE "consultations" SET "refund_requested_at" = NULL, "refund_declined_at" = NULL
WHERE "status" = 'paid' AND "refund_requested_at" IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM "charges" JOIN "refunds" ON "refunds"."charge_id" = "charges"."id"
    WHERE "charges"."purpose_id" = "consultations"."id" AND "refunds"."status" IN ('requested', 'held', 'failed')
  );
