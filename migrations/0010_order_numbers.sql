-- The number of an order, from its id: five of 28 characters that cannot be misread and spell no word. When it is taken, the
-- next attempt; after eight attempts one character more. Docs: decisions/0031.
CREATE FUNCTION order_number(order_id uuid, attempt integer) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT 'RC-' || string_agg(substr('23456789BCDFGHJKMNPQRSTVWXYZ', 1 + get_byte(digest, place) % 28, 1), '' ORDER BY place)
  FROM (SELECT sha256(uuid_send(order_id) || int4send(attempt)) AS digest) AS hashed,
    generate_series(0, least(4 + attempt / 8, 11)) AS place
$$;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- The orders of before. Of two that would share a number, the older one has it.
DO $$
DECLARE
  attempt integer := 0;
BEGIN
  WHILE EXISTS (SELECT FROM "orders" WHERE "number" = '') LOOP
    UPDATE "orders" SET "number" = given.wanted
    FROM (
      SELECT DISTINCT ON (wanted) id, wanted
      FROM (SELECT id, created_at, order_number(id, attempt) AS wanted FROM "orders" WHERE "number" = '') AS unnumbered
      ORDER BY wanted, created_at, id
    ) AS given
    WHERE "orders".id = given.id
      AND NOT EXISTS (SELECT FROM "orders" AS other WHERE other."number" = given.wanted);
    attempt := attempt + 1;
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number" UNIQUE("number");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_written" CHECK ("orders"."number" ~ '^RC-[2-9B-DF-HJKMNP-TV-Z]{5,}$');
--> statement-breakpoint
-- In the database, so that a process of the last release numbers its orders too while this one rolls out.
CREATE FUNCTION assign_order_number() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  attempt integer := 0;
BEGIN
  LOOP
    NEW.number := order_number(NEW.id, attempt);
    EXIT WHEN NOT EXISTS (SELECT FROM "orders" WHERE "orders"."number" = NEW.number);
    attempt := attempt + 1;
  END LOOP;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_number BEFORE INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION assign_order_number();
