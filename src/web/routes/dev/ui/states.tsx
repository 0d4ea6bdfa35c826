import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Checklist } from '../../../ui/checklist.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Toasts } from '../../../ui/toasts.tsx'

export function StateExamples() {
  return (
    <>
      <Section tight title="Estados">
        <div className="pair pair-top mt-6">
          <EmptyState
            title="Nenhum pedido encontrado"
            text="Quando você contratar um serviço, ele aparece aqui."
          >
            <LinkButton href={paths.services()}>Ver serviços</LinkButton>
          </EmptyState>
          <FailedState retryHref={paths.devUi()} />
        </div>
        <Skeleton />
        <div className="grid gap-4 mt-8">
          <Callout title="Aviso comum">Um texto curto, separado do resto.</Callout>
          <Callout tone="now" title="Aguardando seu PIX">
            O sol marca o que espera por você agora.
          </Callout>
          <Callout tone="success" title="Dados validados com sucesso!" />
          <Callout tone="destructive" title="Erro ao gerar pagamento">
            Tente novamente em alguns instantes.
          </Callout>
        </div>
        <div className="mt-8">
          <Checklist items={['Análise de todas as restrições', 'Comprovante ao final']} />
        </div>
      </Section>
      <Section tight band="night" title="Noite" lead="A mesma voz sobre o escuro.">
        <div className="actions">
          <LinkButton href={paths.devUi()}>Principal</LinkButton>
          <LinkButton href={paths.devUi()} tone="quiet">
            Discreto
          </LinkButton>
        </div>
      </Section>
      <Section tight title="Avisos que passam">
        <div className="toasts-still mt-6">
          <Toasts
            label="Avisos de exemplo"
            toasts={[
              { tone: 'success', title: 'Login realizado com sucesso!', text: 'Bem-vindo de volta!' },
              { tone: 'destructive', title: 'Erro no login', text: 'Email ou senha inválidos.' },
              { tone: 'neutral', title: 'Redirecionando para pagamento...' },
            ]}
          />
        </div>
      </Section>
    </>
  )
}
