import { paths } from '../../../paths.ts'
import { Button, buttonTones, LinkButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Section } from '../../../ui/section.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

export function ActionExamples({ dialogOpen }: { dialogOpen: boolean }) {
  return (
    <Section tight band="sunk" title="Ações">
      <p className="actions">
        {buttonTones.map((tone) => (
          <Button key={tone} tone={tone} type="button">
            Botão {tone}
          </Button>
        ))}
        <Button type="button" disabled>
          Desligado
        </Button>
        <Button type="button" small>
          Pequeno
        </Button>
        <Button type="button" disabled data-busy="true" aria-busy>
          Enviando...
        </Button>
      </p>
      <form className="actions" method="get" action={paths.devUi()}>
        <Button tone="quiet" busyLabel="Enviando...">
          Enviar
        </Button>
        <CopyButton
          text="texto de exemplo"
          label="Copiar código PIX"
          done="Código PIX copiado!"
          tone="quiet"
        />
        <LinkButton href={paths.devUi({ dialogo: '1' }, 'exemplo')} tone="quiet" data-dialog="exemplo">
          Abrir diálogo
        </LinkButton>
        <LinkButton href={paths.tracking()} tone="ghost">
          Página protegida
        </LinkButton>
      </form>
      <Dialog
        id="exemplo"
        title="Um diálogo"
        open={dialogOpen}
        closeHref={paths.devUi()}
        lead={`Também é um endereço: ${paths.devUi({ dialogo: '1' })}.`}
      >
        <p className="mt-4">Escape, o fundo ou a cruz fecham.</p>
      </Dialog>
      <div className="mt-8">
        <Tabs
          label="Exemplo"
          current="pendentes"
          items={[
            { id: 'pendentes', label: 'Pendentes', href: paths.devUi(), count: 3 },
            { id: 'pagas', label: 'Pagas', href: paths.devUi({ aba: 'pagas' }), count: 12 },
          ]}
        />
      </div>
    </Section>
  )
}
