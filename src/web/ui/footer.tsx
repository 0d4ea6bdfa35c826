import type { Company } from '../../core/company.ts'
import { formatPhone } from '../../core/phone.ts'
import { footerCopy as copy } from '../copy/footer.ts'
import { siteName } from '../copy/shell.ts'
import { whatsappLink } from '../copy/whatsapp.ts'
import { paths } from '../paths.ts'
import { redirectOfHiddenPage } from '../routing/hidden-pages.ts'
import { LogoMark } from './logo.tsx'

/** @param isLean omits links that lead away, while a visitor hires, reads a contract or pays */
export function Footer({ company, isLean = false }: { company: Company; isLean?: boolean }) {
  if (isLean) return <LeanFooter company={company} />
  return (
    <footer className="foot">
      <div className="wrap foot-cols">
        <div className="foot-idea">
          <p className="logo">
            <LogoMark />
            {siteName}
          </p>
          <p>{copy.idea}</p>
        </div>
        <nav aria-labelledby="rodape-servicos">
          <h2 id="rodape-servicos">{copy.servicesTitle}</h2>
          <ul>
            {copy.services
              .filter(({ href }) => redirectOfHiddenPage(href) === undefined)
              .map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
          </ul>
        </nav>
        <nav aria-labelledby="rodape-suporte">
          <h2 id="rodape-suporte">{copy.supportTitle}</h2>
          <ul>
            {copy.support.map(({ topic, label }) => (
              <li key={topic}>
                <a href={whatsappLink(company.phone, topic)} target="_blank" rel="noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2>{copy.contactTitle}</h2>
          <ul>
            <PhoneAndEmail company={company} />
            <li>
              <a href={company.instagram} target="_blank" rel="noopener">
                {copy.instagram}
              </a>
            </li>
            <li className="foot-text">{copy.hours}</li>
          </ul>
        </div>
      </div>
      <Legal company={company} />
    </footer>
  )
}

function LeanFooter({ company }: { company: Company }) {
  return (
    <footer className="foot foot-lean">
      <ul className="wrap foot-reach">
        <li>
          <a href={whatsappLink(company.phone, 'help')} target="_blank" rel="noopener">
            {copy.help}
          </a>
        </li>
        <PhoneAndEmail company={company} />
      </ul>
      <Legal company={company} />
    </footer>
  )
}

/** Phone and e-mail as rows of a list. */
function PhoneAndEmail({ company: { phone, email } }: { company: Company }) {
  return (
    <>
      <li>
        <a className="num" href={`tel:${phone}`}>
          {formatPhone(phone)}
        </a>
      </li>
      <li>
        <a href={`mailto:${email}`}>{email}</a>
      </li>
    </>
  )
}

function Legal({ company }: { company: Company }) {
  return (
    <div className="wrap foot-legal">
      <address>
        <b>{company.legalName}</b>
        <span className="num">
          {copy.cnpj} {company.cnpj}
        </span>
        <span>{company.address}</span>
      </address>
      <nav aria-label={copy.legalTitle}>
        <a href={paths.scamCheck()}>{copy.scamCheck}</a>
        <a href={paths.privacy()}>{copy.privacy}</a>
        <a href={paths.terms()}>{copy.terms}</a>
      </nav>
    </div>
  )
}
