import { hiringCopy as copy } from '../../copy/shell.ts'
import { paths } from '../../paths.ts'

/**
 * The receiver of every Pix, so that customers can recognise fraud. Without a copy button: before there is a contract, money sent
 * to the key pays for nothing.
 */
export function PixBox({ company }: { company: { pixKey: string; legalName: string; cnpj: string } }) {
  return (
    <div className="pix">
      <h3>{copy.pixTitle}</h3>
      <p>{copy.pixText}</p>
      <p className="pix-key">
        <span className="sr-only">{copy.pixKey}: </span>
        <b>{company.pixKey}</b>
      </p>
      <p>
        {copy.pixHolder}: <b>{company.legalName}</b>, <span className="num">CNPJ {company.cnpj}</span>.{' '}
        {copy.pixWarning}
      </p>
      <a className="link-action" href={paths.scamCheck()}>
        {copy.pixDoubt}
      </a>
    </div>
  )
}
