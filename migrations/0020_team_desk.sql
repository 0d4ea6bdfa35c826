CREATE TABLE "obligation_states" (
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"claimed_by" uuid,
	"claimed_at" timestamp with time zone,
	"snoozed_until" timestamp with time zone,
	"snooze_reason" text,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "obligation_states_kind_subject_id_pk" PRIMARY KEY("kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "desk_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "desk_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "team_invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "team_invitations_role" CHECK ("team_invitations"."role" in ('support', 'finance', 'staff', 'owner')),
	CONSTRAINT "team_invitations_email_lower" CHECK ("team_invitations"."email" = lower("team_invitations"."email"))
);
--> statement-breakpoint
CREATE TABLE "team_recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "team_second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "obligation_states_claimed" ON "obligation_states" USING btree ("claimed_by") WHERE "obligation_states"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "obligation_states_snoozed" ON "obligation_states" USING btree ("snoozed_until") WHERE "obligation_states"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX "obligation_states_updated_at" ON "obligation_states" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "desk_sessions_of_user" ON "desk_sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "desk_sessions_created_at" ON "desk_sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "team_invitations_open" ON "team_invitations" USING btree ("created_at") WHERE "team_invitations"."accepted_at" is null and "team_invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "team_recovery_codes_of_user" ON "team_recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","position");