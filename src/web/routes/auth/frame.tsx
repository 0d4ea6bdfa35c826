import type { ReactNode } from 'react'
import type { OfferInShort } from '../../../modules/contracting/public.ts'
import { authCopy } from '../../copy/auth.ts'
import { paths } from '../../paths.ts'
import { Callout } from '../../ui/callout.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { OrderThread } from '../../ui/hiring/order-thread.tsx'

interface AuthFrameProps {
  title: string
  subtitle: string
  /** With the simulator, e-mails do not leave this machine, so the page links to the sent messages. */
  demo: boolean
  /** The offer being hired: the page is a step of the hiring, with no links that lead away. */
  order?: OfferInShort | undefined
  children: ReactNode
}

/**
 * A form beside the benefits of an account, under a notice that the script shows where cookies are blocked; on a phone the form comes
 * first. During a hiring, the form alone, under its order thread.
 */
export function AuthFrame({ title, subtitle, demo, order, children }: AuthFrameProps) {
  const note = demo && (
    <p className="note">
      {authCopy.demoMail} <a href={paths.devMessages()}>{authCopy.demoMailLink}</a>.
    </p>
  )
  const withoutCookies = (
    <div data-without-cookies hidden>
      <Callout tone="destructive" title={authCopy.withoutCookies.title}>
        {authCopy.withoutCookies.text}
      </Callout>
    </div>
  )
  const head = (
    <header>
      <h1 className={order && 'text-title'}>{title}</h1>
      <p className={order ? 'wrap-anywhere mt-3' : 'lead wrap-anywhere mt-4'}>{subtitle}</p>
    </header>
  )
  if (order) {
    return (
      <>
        <OrderThread step="account" order={order} />
        <div className="wrap max-w-form grid gap-6 pt-7 pb-12">
          {head}
          {withoutCookies}
          {children}
          {note}
        </div>
      </>
    )
  }
  return (
    <div className="wrap grid gap-x-16 gap-y-6 py-8 lg:grid-cols-[1fr_30rem] lg:grid-rows-[auto_1fr] lg:py-16">
      {head}
      <div className="grid content-start gap-6 lg:row-span-2 lg:col-start-2 lg:row-start-1">
        {withoutCookies}
        {children}
        {note}
      </div>
      <aside className="max-w-[26rem]">
        <h2 className="text-h3">{authCopy.reasonsTitle}</h2>
        <div className="mt-4">
          <Checklist items={authCopy.reasons} />
        </div>
      </aside>
    </div>
  )
}
