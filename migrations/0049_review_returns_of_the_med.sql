-- What a bank took in part by the special mechanism (MED) at API Pix, until 2026-11-27, was booked as a refund in its panel, and nobody was
-- told. Those payments wait for a person now, once; the others were booked as chargebacks, which a person has seen.
UPDATE "provider_payments" SET "concern" = 'charged_back_in_part'
WHERE "provider" = 'api-pix' AND "state" = 'approved' AND "concern" IS NULL AND "detail" LIKE '%MED\_%'
  AND EXISTS (
    SELECT 1 FROM "refunds"
    WHERE "refunds"."provider_payment_id" = "provider_payments"."id" AND "refunds"."origin" = 'panel' AND "refunds"."status" = 'done'
  )
  AND NOT EXISTS (
    SELECT 1 FROM "refunds" WHERE "refunds"."provider_payment_id" = "provider_payments"."id" AND "refunds"."origin" = 'chargeback'
  );
