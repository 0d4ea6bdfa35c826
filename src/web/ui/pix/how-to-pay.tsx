import { paymentCopy as copy } from '../../copy/payments.ts'

/** Payment instructions. */
export function HowToPay({ card }: { card: boolean }) {
  return (
    <section>
      <h2 className="text-h3">{copy.steps.title}</h2>
      <ol className="how-to-pay">
        {copy.steps[card ? 'card' : 'pix'].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}
