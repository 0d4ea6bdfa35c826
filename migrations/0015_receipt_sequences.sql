ALTER TABLE "receipts" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
-- Counts the PDFs of a kind and year in a sequence, so that nobody waits for another's transaction. A process of the last release
-- still counts in receipt_numbers while this one rolls out: it has room for a thousand. Docs: decisions/0037.
CREATE FUNCTION next_receipt_number(counted_kind text, counted_year integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  counter text := format('receipt_number_%s_%s', counted_kind, counted_year);
  first integer;
BEGIN
  IF to_regclass(counter) IS NULL THEN
    -- The first one of a year creates the sequence; those who ask meanwhile wait for its transaction.
    PERFORM pg_advisory_xact_lock(hashtext(counter));
    SELECT "last" + 1000 INTO first FROM "receipt_numbers" WHERE "kind" = counted_kind AND "year" = counted_year;
    EXECUTE format('CREATE SEQUENCE IF NOT EXISTS %I AS integer START %s', counter, coalesce(first, 1));
  END IF;
  RETURN nextval(counter::regclass);
END
$$;
