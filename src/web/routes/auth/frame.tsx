import type { ReactNode } from 'react'
import { authCopy } from '../../copy/auth.ts'
import { paths } from '../../paths.ts'
import { Checklist } from '../../ui/checklist.tsx'

interface AuthFrameProps {
  title: string
  subtitle: string
  /** With the simulator no e-mail leaves this machine, so the page links to the sent messages. */
  demo: boolean
  children: ReactNode
}

/** A form beside the benefits of an account; on a phone the form comes first. */
export function AuthFrame({ title, subtitle, demo, children }: AuthFrameProps) {
  return (
    <div className="wrap grid gap-x-16 gap-y-6 py-8 lg:grid-cols-[1fr_30rem] lg:grid-rows-[auto_1fr] lg:py-16">
      <header>
        <h1>{title}</h1>
        <p className="lead wrap-anywhere mt-4">{subtitle}</p>
      </header>
      <div className="grid content-start gap-6 lg:row-span-2 lg:col-start-2 lg:row-start-1">
        {children}
        {demo && (
          <p className="note">
            {authCopy.demoMail} <a href={paths.devMessages()}>{authCopy.demoMailLink}</a>.
          </p>
        )}
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
