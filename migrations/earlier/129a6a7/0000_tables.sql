CREATE TABLE "event_deliveries" (
	"event_id" uuid NOT NULL,
	"listener" text NOT NULL,
	"delivered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_deliveries_event_id_listener_pk" PRIMARY KEY("event_id","listener")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consultations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"user_id" uuid,
	"subject" "bytea" NOT NULL,
	"digest" text NOT NULL,
	"declaration_version" text NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	"declared_ip" text NOT NULL,
	"declared_user_agent" text NOT NULL,
	"charge_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"promised_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "consultations_status" CHECK ("consultations"."status" in ('awaiting_payment', 'paid', 'delivered', 'cancelled')),
	CONSTRAINT "consultations_kind" CHECK ("consultations"."kind" in ('cpf', 'complete', 'bacen', 'rating')),
	CONSTRAINT "consultations_paid" CHECK ("consultations"."status" not in ('paid', 'delivered') or "consultations"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "acceptance_chains" (
	"chain" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"head" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contract_acceptances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"template_version" text NOT NULL,
	"text" text NOT NULL,
	"sha256" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"accepted_at_text" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"ticked" jsonb NOT NULL,
	"party" jsonb NOT NULL,
	"plan" jsonb NOT NULL,
	"chain" integer NOT NULL,
	"position" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"record_hash" text NOT NULL,
	CONSTRAINT "contract_acceptances_draft_id_unique" UNIQUE("draft_id"),
	CONSTRAINT "contract_acceptances_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "contract_acceptances_record_hash_unique" UNIQUE("record_hash"),
	CONSTRAINT "contract_acceptances_link" UNIQUE("chain","position"),
	CONSTRAINT "contract_acceptances_sha256" CHECK ("contract_acceptances"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "contract_acceptances_position" CHECK ("contract_acceptances"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "hiring_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"service_id" text NOT NULL,
	"variant" text,
	"plan_id" text NOT NULL,
	"name" text,
	"cpf" text,
	"phone" text,
	"order_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "hiring_drafts_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "hiring_drafts_consumed" CHECK (("hiring_drafts"."order_id" is null) = ("hiring_drafts"."consumed_at" is null)),
	CONSTRAINT "hiring_drafts_cpf" CHECK ("hiring_drafts"."cpf" ~ '^[0-9]{11}$'),
	CONSTRAINT "hiring_drafts_personal_data" CHECK (("hiring_drafts"."order_id" is null) = ("hiring_drafts"."name" is not null and "hiring_drafts"."cpf" is not null and "hiring_drafts"."phone" is not null))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"refunded" bigint NOT NULL,
	"withdrawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "withdrawals_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "withdrawals_refunded" CHECK ("withdrawals"."refunded" >= 0)
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"person_type" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "documents_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "documents_person_type" CHECK ("documents"."person_type" in ('fisica', 'juridica')),
	CONSTRAINT "documents_media_type" CHECK ("documents"."media_type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "documents_size" CHECK ("documents"."size" > 0),
	CONSTRAINT "documents_sha256" CHECK ("documents"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"password_changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"nome" text DEFAULT '' NOT NULL,
	"documento" text DEFAULT '' NOT NULL,
	"telefone" text DEFAULT '' NOT NULL,
	"tipo_conta" text DEFAULT 'pessoal' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "profiles_tipo_conta_known" CHECK ("profiles"."tipo_conta" in ('pessoal', 'empresa'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "sessions_expire_later" CHECK ("sessions"."expires_at" > "sessions"."created_at")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('customer', 'staff', 'owner')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "verifications_purpose_known" CHECK ("verifications"."purpose" in ('confirm_email', 'reset_password'))
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"links" text[] NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"provider_id" text,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('email', 'whatsapp')),
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('queued', 'sent', 'failed', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "order_steps" (
	"order_id" uuid NOT NULL,
	"step_number" integer NOT NULL,
	"step_name" text NOT NULL,
	"step_description" text NOT NULL,
	"completed" boolean NOT NULL,
	"completed_date" timestamp with time zone,
	CONSTRAINT "order_steps_order_id_step_number_pk" PRIMARY KEY("order_id","step_number"),
	CONSTRAINT "order_steps_number" CHECK ("order_steps"."step_number" >= 1),
	CONSTRAINT "order_steps_completed" CHECK ("order_steps"."completed" = ("order_steps"."completed_date" is not null))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"service_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"service_title" text NOT NULL,
	"service_price" bigint NOT NULL,
	"payment_type" text NOT NULL,
	"status" text NOT NULL,
	"progress" integer NOT NULL,
	"delivery_days" integer NOT NULL,
	"delivery_kind" text NOT NULL,
	"start_date" date,
	"delivery_date" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'paid', 'in_progress', 'completed', 'cancelled')),
	CONSTRAINT "orders_price" CHECK ("orders"."service_price" > 0),
	CONSTRAINT "orders_progress" CHECK ("orders"."progress" between 0 and 100),
	CONSTRAINT "orders_deadline" CHECK ("orders"."delivery_days" >= 0 and "orders"."delivery_kind" in ('calendarDays', 'businessDays'))
);
--> statement-breakpoint
CREATE TABLE "charge_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"cause" text NOT NULL,
	"provider_id" text,
	"provider_status" text,
	"provider_detail" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charge_payments" (
	"charge_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "charge_payments_charge_id_payment_id_pk" PRIMARY KEY("charge_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"purpose" text NOT NULL,
	"purpose_id" uuid,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"reference" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"selection_key" text NOT NULL,
	"most_instalments" integer NOT NULL,
	"payer" jsonb,
	"provider_id" text,
	"preference_id" text,
	"qr_code" text,
	"ticket_url" text,
	"init_point" text,
	"expires_at" timestamp with time zone,
	"provider_status" text,
	"provider_detail" text,
	"approved_amount" bigint,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	CONSTRAINT "charges_reference_unique" UNIQUE("reference"),
	CONSTRAINT "charges_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "charges_provider_id_unique" UNIQUE("provider_id"),
	CONSTRAINT "charges_preference_id_unique" UNIQUE("preference_id"),
	CONSTRAINT "charges_amount" CHECK ("charges"."amount" > 0),
	CONSTRAINT "charges_reference" CHECK ("charges"."reference" ~ '^[A-Za-z0-9_-]{1,64}$'),
	CONSTRAINT "charges_method" CHECK ("charges"."method" in ('pix', 'credit_card')),
	CONSTRAINT "charges_purpose" CHECK ("charges"."purpose" = 'instalments' or "charges"."purpose_id" is not null),
	CONSTRAINT "charges_status" CHECK ("charges"."status" in ('created', 'pending', 'in_process', 'approved', 'divergent', 'expired', 'cancelled', 'rejected', 'failed', 'in_mediation', 'refunded', 'charged_back'))
);
--> statement-breakpoint
CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"amount" bigint NOT NULL,
	"provider_id" text NOT NULL,
	"reference" text,
	"charge_id" uuid,
	"payment_id" uuid,
	"user_id" uuid,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	"resolution" text,
	CONSTRAINT "credits_key_unique" UNIQUE("key"),
	CONSTRAINT "credits_reason" CHECK ("credits"."reason" in ('duplicate', 'partial', 'excess', 'unmatched', 'late')),
	CONSTRAINT "credits_status" CHECK ("credits"."status" in ('open', 'resolved'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"service_title" text NOT NULL,
	"payment_type" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"due_date" date NOT NULL,
	"status" text NOT NULL,
	"payment_date" timestamp with time zone,
	"paid_by" uuid,
	"payment_method" text NOT NULL,
	"external_reference" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_external_reference_unique" UNIQUE("external_reference"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('pending', 'paid', 'cancelled')),
	CONSTRAINT "payments_paid_has_date" CHECK ("payments"."status" <> 'paid' or "payments"."payment_date" is not null),
	CONSTRAINT "payments_method" CHECK ("payments"."payment_method" in ('pix', 'credit_card')),
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('entrada', 'parcela', 'a-vista'))
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_key" text NOT NULL,
	"kind" text NOT NULL,
	"action" text,
	"data_id" text NOT NULL,
	"request_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "provider_events_delivery_key_unique" UNIQUE("delivery_key")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"provider_refund_id" text,
	"requested_by" uuid,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('requested', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"birth_date" date NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"income" bigint NOT NULL,
	"vehicle_brand" text NOT NULL,
	"vehicle_model" text NOT NULL,
	"vehicle_year" text NOT NULL,
	"vehicle_value" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "proposals_status" CHECK ("proposals"."status" in ('received', 'suspected', 'answered')),
	CONSTRAINT "proposals_amounts" CHECK ("proposals"."income" > 0 and "proposals"."vehicle_value" > 0)
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"user_id" uuid NOT NULL,
	"tipo_pessoa" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registrations_user_id_tipo_pessoa_pk" PRIMARY KEY("user_id","tipo_pessoa"),
	CONSTRAINT "registrations_tipo_pessoa" CHECK ("registrations"."tipo_pessoa" in ('fisica', 'juridica'))
);
--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD CONSTRAINT "event_deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_steps" ADD CONSTRAINT "order_steps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_history" ADD CONSTRAINT "charge_history_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_payments" ADD CONSTRAINT "charge_payments_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_payments" ADD CONSTRAINT "charge_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_paid_by_charges_id_fk" FOREIGN KEY ("paid_by") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rate_limits_expires_at" ON "rate_limits" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consultations_open" ON "consultations" USING btree ("digest") WHERE "consultations"."status" = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "consultations_of_user" ON "consultations" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "consultations_due" ON "consultations" USING btree ("status","promised_at");--> statement-breakpoint
CREATE INDEX "contract_acceptances_of_user" ON "contract_acceptances" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "hiring_drafts_open" ON "hiring_drafts" USING btree ("updated_at") WHERE "hiring_drafts"."order_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_once_per_user" ON "documents" USING btree ("user_id","sha256") WHERE "documents"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "documents_of_user" ON "documents" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_unfinished" ON "documents" USING btree ("created_at") WHERE "documents"."stored_at" is null or "documents"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_user_id" ON "verifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_expires_at" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "messages_of_user" ON "messages" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","delivery_date");--> statement-breakpoint
CREATE INDEX "charge_history_of_charge" ON "charge_history" USING btree ("charge_id","at");--> statement-breakpoint
CREATE INDEX "charge_payments_of_payment" ON "charge_payments" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_open_selection" ON "charges" USING btree ("selection_key") WHERE "charges"."status" in ('created', 'pending', 'in_process');--> statement-breakpoint
CREATE INDEX "charges_of_user" ON "charges" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "charges_of_purpose" ON "charges" USING btree ("purpose_id");--> statement-breakpoint
CREATE INDEX "charges_to_check" ON "charges" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "charges_of_concern" ON "charges" USING btree ("created_at") WHERE "charges"."status" in ('divergent', 'charged_back', 'in_mediation', 'failed');--> statement-breakpoint
CREATE INDEX "credits_open" ON "credits" USING btree ("created_at") WHERE "credits"."status" = 'open';--> statement-breakpoint
CREATE INDEX "credits_of_user" ON "credits" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_of_order" ON "payments" USING btree ("order_id","number");--> statement-breakpoint
CREATE INDEX "payments_by_due_date" ON "payments" USING btree ("user_id","status","due_date","number");--> statement-breakpoint
CREATE INDEX "payments_paid_by" ON "payments" USING btree ("paid_by") WHERE "payments"."paid_by" is not null;--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("due_date") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "provider_events_waiting" ON "provider_events" USING btree ("received_at") WHERE "provider_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "provider_events_newest" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "refunds_of_charge" ON "refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" <> 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_digest" ON "proposals" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "proposals_by_status" ON "proposals" USING btree ("status","created_at");