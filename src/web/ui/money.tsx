import { formatBRL, formatBRLShort } from '../../core/money.ts'

interface MoneyProps {
  /** Centavos. */
  amount: number
  /** Omits ',00', for prices in a list. */
  short?: boolean
  size?: 'text' | 'large' | 'amount'
}

/** An amount in tabular figures, never broken across lines. */
export function Money({ amount, short, size = 'text' }: MoneyProps) {
  return <span className={`money money-${size}`}>{short ? formatBRLShort(amount) : formatBRL(amount)}</span>
}
