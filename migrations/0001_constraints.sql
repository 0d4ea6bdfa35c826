-- Keys and rules that span modules, or that the table definitions cannot say. Each module owns its tables; this file
-- alone ties them together. Statements are separated for the migrator.
ALTER TABLE "event_deliveries" ADD CONSTRAINT "event_deliveries_listener_named" CHECK (listener <> '');
