import type { ComponentProps } from 'react'
import { formatDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { teamRoles } from '../../../core/roles.ts'
import { deskCopy } from '../../copy/desk.ts'
import { teamCopy as copy } from '../../copy/desk-team.ts'
import type { loader } from '../../routes/desk/team.tsx'
import type { ScreenData } from '../answers.ts'
import { Avatar } from '../avatar.tsx'
import { LineControl, SelectControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { ShortReason } from '../reason.tsx'

type TeamData = ScreenData<typeof loader>

/** Screen with the members of the team, their roles, and the invitations. */
export function TeamScreen({ data }: { data: TeamData }) {
  return (
    <div className="desk-main desk-narrow">
      <h1>{copy.title}</h1>
      <section aria-labelledby="membros">
        <h2 id="membros">{copy.members}</h2>
        <ul className="desk-people">
          {data.members.map((member) => (
            <Person key={member.id} member={member} isMe={member.id === data.me} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="convites">
        <h2 id="convites">{copy.invitations}</h2>
        {data.invitations.length === 0 && <p className="desk-hint">{copy.noInvitations}</p>}
        <ul className="desk-people">
          {data.invitations.map(({ id, name, email, role, expiresAt }) => (
            <li key={id}>
              <Avatar name={name} label={name} />
              <span>
                <b>{name}</b> <span className="desk-hint">{email}</span>
                <span className="desk-sub">
                  {deskCopy.roles[role]} · {copy.validUntil(formatDate(todayInSaoPaulo(expiresAt)))}
                </span>
              </span>
              <DeskForm intent="withdraw" fields={{ id }}>
                <button type="submit" className="btn btn-ghost btn-small">
                  {copy.withdraw}
                </button>
              </DeskForm>
            </li>
          ))}
        </ul>
        <DeskForm intent="invite" className="desk-do desk-form">
          <h3>{copy.invite}</h3>
          <label>
            {copy.name}
            <LineControl name="nome" required maxLength={100} autoComplete="off" />
          </label>
          <label>
            {copy.email}
            <LineControl name="email" type="email" required autoComplete="off" />
          </label>
          <RoleSelect value="support" />
          <button type="submit" className="btn btn-primary btn-small">
            {copy.inviteGo}
          </button>
        </DeskForm>
      </section>
      <section aria-labelledby="sessoes">
        <h2 id="sessoes">{copy.everybody}</h2>
        <details className="desk-do">
          <summary>{copy.endEverySession}</summary>
          <Decision intent="end-every-session" hint={copy.endEverySessionHint} go={copy.endEverySession} />
        </details>
      </section>
    </div>
  )
}

function Person({ member, isMe }: { member: TeamData['members'][number]; isMe: boolean }) {
  const { id, name, email, role } = member
  return (
    <li>
      <Avatar name={name || email} label={name || email} />
      <span>
        <b>{name || email}</b> {isMe && <span className="desk-pill">{copy.you}</span>}
        <span className="desk-sub desk-whole">
          {email} · {deskCopy.roles[role]}
        </span>
      </span>
      {!isMe && (
        <details className="desk-do">
          <summary>{copy.manage}</summary>
          <DeskForm intent="role" fields={{ id }} className="desk-form">
            <RoleSelect value={role} withNone />
            <ShortReason label={copy.reason} />
            <button type="submit" className="btn btn-primary btn-small">
              {copy.changeRole}
            </button>
          </DeskForm>
          <Decision intent="reset-factor" fields={{ id }} hint={copy.resetHint} go={copy.resetFactor} />
          <Decision intent="end-sessions" fields={{ id }} hint={copy.endSessionsHint} go={copy.endSessions} />
        </details>
      )}
    </li>
  )
}

/** A decision that needs only a reason: what it does, and its button. */
function Decision({
  hint,
  go,
  ...form
}: { hint: string; go: string } & Pick<ComponentProps<typeof DeskForm>, 'intent' | 'fields'>) {
  return (
    <DeskForm {...form} className="desk-form">
      <p className="desk-hint">{hint}</p>
      <ShortReason label={copy.reason} />
      <button type="submit" className="btn btn-quiet btn-small">
        {go}
      </button>
    </DeskForm>
  )
}

function RoleSelect({ value, withNone }: { value: string; withNone?: boolean }) {
  return (
    <label>
      {copy.role}
      <SelectControl name="funcao" defaultValue={value}>
        {teamRoles.map((role) => (
          <option key={role} value={role}>
            {deskCopy.roles[role]}
          </option>
        ))}
        {withNone && <option value="customer">{copy.customer}</option>}
      </SelectControl>
    </label>
  )
}
