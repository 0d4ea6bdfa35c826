ALTER TABLE "set_aside_payments" DROP CONSTRAINT "set_aside_payments_reason";--> statement-breakpoint
ALTER TABLE "set_aside_payments" ADD COLUMN "confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "set_aside_payments" ADD CONSTRAINT "set_aside_payments_reason" CHECK ("set_aside_payments"."reason" in ('unreadable', 'foreign_currency', 'not_recordable', 'perhaps_ours', 'other_shop'));