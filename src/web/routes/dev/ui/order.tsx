import { serviceOf } from '../../../../modules/catalogue/public.ts'
import { paths } from '../../../paths.ts'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { PlanCard } from '../../../ui/plan-card.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { RadioCard } from '../../../ui/radio-card.tsx'
import { Section } from '../../../ui/section.tsx'
import { Process, Steps } from '../../../ui/steps.tsx'

export function OrderExamples() {
  const service = serviceOf('clean-name')
  return (
    <Section tight band="sunk" title="Pedido e planos">
      <div className="pair pair-top mt-8">
        <div className="card">
          <Progress value={40} label="Andamento do pedido" />
          <div className="mt-6">
            <Steps
              label="Etapas"
              steps={[
                { title: 'Análise inicial', text: 'lida e conferida', when: '12/11/2026', state: 'done' },
                { title: 'Desenvolvimento', text: 'em andamento', when: 'hoje', state: 'now' },
                { title: 'Execução', text: 'Pendente', state: 'todo' },
                { title: 'Finalização', text: 'Pendente', when: 'até 12/12', state: 'todo' },
              ]}
            />
          </div>
        </div>
        <form method="get" action={paths.devUi()}>
          <ChoiceGroup name="plan" legend="Forma de pagamento">
            {service.plans.map((plan) => (
              <PlanCard key={plan.id} service={service} plan={plan} checked={plan.popular === true} />
            ))}
          </ChoiceGroup>
        </form>
      </div>
      <form className="mt-8" method="get" action={paths.devUi()}>
        <ChoiceGroup name="metodo" legend="Com erro" error="Selecione um método de pagamento">
          <RadioCard name="metodo" value="pix" title="PIX" how="Confirmação na hora." />
          <RadioCard name="metodo" value="card" title="Cartão" how="Na página do provedor de pagamento." />
        </ChoiceGroup>
      </form>
      <div className="mt-8">
        <Process
          steps={service.process.map(({ name, description }) => ({ title: name, text: description }))}
        />
      </div>
    </Section>
  )
}
