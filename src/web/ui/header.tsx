import { release } from '../../modules/catalogue/public.ts'
import { shellCopy } from '../copy/shell.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Logo } from './logo.tsx'

interface HeaderProps {
  /** Current path, to mark its link. */
  path: string
  viewer: { email: string; isOfTeam: boolean } | null
}

/** Sticky on every page. The mobile menu is a native `<details>`, which works without a script. */
export function Header({ path, viewer }: HeaderProps) {
  return (
    <header className="top">
      <div className="wrap top-row">
        <Logo />
        <nav className="top-nav" aria-label={shellCopy.mainNav}>
          <MainLinks path={path} />
        </nav>
        <div className="top-account">
          <Account path={path} viewer={viewer} />
        </div>
        <details className="menu" data-menu>
          <summary>
            <Icon name="menu" />
            {shellCopy.menu}
          </summary>
          <div className="menu-panel">
            <nav aria-label={shellCopy.mainNav}>
              <MainLinks path={path} />
            </nav>
            <div className="menu-account">
              <Account path={path} viewer={viewer} />
            </div>
          </div>
        </details>
      </div>
    </header>
  )
}

function MainLinks({ path }: { path: string }) {
  return shellCopy.nav.map(({ href, label }) => (
    <a key={href} href={href} aria-current={isHere(path, href) ? 'page' : undefined}>
      {label}
    </a>
  ))
}

function Account({ path, viewer }: HeaderProps) {
  if (!viewer) {
    return (
      <>
        <a className="top-link" href={paths.auth()} aria-current={path === paths.auth() ? 'page' : undefined}>
          {shellCopy.signIn}
        </a>
        <LinkButton href={paths.createAccount()} tone="quiet" small>
          {shellCopy.signUp}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <span className="greeting">
        {shellCopy.greeting} <span title={viewer.email}>{viewer.email}</span>
      </span>
      {viewer.isOfTeam && (
        <a className="top-link" href={paths.desk()}>
          {shellCopy.desk}
        </a>
      )}
      <a
        className="top-link"
        href={paths.account()}
        aria-current={path === paths.account() ? 'page' : undefined}
      >
        {shellCopy.account}
      </a>
      <form method="post" action={paths.signOut()}>
        <Button tone="quiet" small busyLabel={shellCopy.signOutBusy}>
          {shellCopy.signOut}
        </Button>
      </form>
    </>
  )
}

/** Checks whether a link is the current one; a service page belongs to 'Serviços'. */
function isHere(path: string, href: string): boolean {
  if (href === paths.services())
    return path === href || release.services.some(({ id }) => path === paths.service(id))
  return path === href
}
