import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DataList } from '../../../ui/data-list.tsx'
import { Icon, iconNames } from '../../../ui/icon.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { Money } from '../../../ui/money.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { Section } from '../../../ui/section.tsx'
import { Stars } from '../../../ui/stars.tsx'

export function TextExamples() {
  return (
    <>
      <Section
        tight
        band="white"
        title="Palavras e valores"
        lead="Texto de abertura, mais largo que o corpo."
      >
        <div className="pair pair-top mt-8">
          <Prose>
            <h2>Título de texto longo</h2>
            <p>
              Corpo de 17 px na letra do aparelho, com <a href={paths.devUi()}>uma ligação</a> e{' '}
              <b>uma ênfase</b>.
            </p>
            <h3>Lista</h3>
            <ul>
              <li>Primeiro ponto</li>
              <li>Segundo ponto</li>
            </ul>
          </Prose>
          <div className="grid gap-5 justify-items-start">
            <Money amount={40_000} size="amount" />
            <Money amount={239_800} size="large" />
            <Money amount={1_500} short />
            <Stars rating={5} />
            <Logo />
            <DataList
              items={[
                { term: 'CPF', value: '529.982.247-25' },
                { term: 'Recebe', value: 'Empresa Exemplo Ltda' },
              ]}
            />
          </div>
        </div>
      </Section>
      <Section tight title="Selos e sinais">
        <p className="mt-5 flex flex-wrap gap-3">
          <Badge>Aguardando</Badge>
          <Badge tone="now">Aguardando Pagamento</Badge>
          <Badge tone="primary">Em Andamento</Badge>
          <Badge tone="success">Concluído</Badge>
          <Badge tone="destructive">Cancelado</Badge>
          <Badge tone="solid">Mais Popular</Badge>
        </p>
        <p className="mt-6 flex flex-wrap gap-5">
          {iconNames.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} size={28} />
            </span>
          ))}
        </p>
      </Section>
    </>
  )
}
