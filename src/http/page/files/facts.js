/* What the card tells of a company, as texts by the card's slots. */

import {
  addressOf,
  described,
  formatCnpj,
  formatMoney,
  joined,
  option,
  phone,
  shortDate,
  since,
} from './format.js';

const BRAZIL = '1058';
/** A representative that is none, as the Receita publishes it. */
const NOBODY = '***000000**';
const WHOLE_CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;

function situationOf({ situacao_cadastral, data_situacao_cadastral, motivo_situacao_cadastral }) {
  const reason = described(motivo_situacao_cadastral);
  const status = since(situacao_cadastral, data_situacao_cadastral);
  return status ? joined([status, reason], ' · ') : reason && `Motivo: ${reason}`;
}

/** Single facts; an empty one is not shown. */
export function factsOf(company) {
  const place = company.estabelecimento;
  const { simples } = company;
  const main = place.atividade_principal;
  return {
    cnpj: formatCnpj(place.cnpj),
    name: company.razao_social || 'Empresa sem nome na base',
    tradeName: place.nome_fantasia,
    status: place.situacao_cadastral,
    special: place.situacao_especial,
    situation: situationOf(place),
    specialSituation: since(place.situacao_especial, place.data_situacao_especial),
    started: shortDate(place.data_inicio_atividade),
    kind: place.tipo,
    size: company.porte.descricao,
    capital: formatMoney(company.capital_social),
    nature: company.natureza_juridica?.descricao,
    federation: company.responsavel_federativo,
    simples: simples && option(simples.simples, simples.data_opcao_simples, simples.data_exclusao_simples),
    mei: simples && option(simples.mei, simples.data_opcao_mei, simples.data_exclusao_mei),
    activity: main && `${main.subclasse} · ${main.descricao}`,
    address: addressOf(place),
    phones: joined([phone(place.ddd1, place.telefone1), phone(place.ddd2, place.telefone2)], ' · '),
    fax: phone(place.ddd_fax, place.fax),
    email: place.email,
    notice: `Dados da Receita Federal de ${shortDate(company.atualizado_em.slice(0, 10))}.`,
  };
}

function representativeOf({ cpf_representante_legal, nome_representante, qualificacao_representante }) {
  if (nome_representante === null && cpf_representante_legal === NOBODY) return '';
  const role = described(qualificacao_representante);
  return joined([`representado por ${nome_representante ?? cpf_representante_legal}`, role], ', ');
}

function partnerOf(partner) {
  const { nome, cpf_cnpj_socio, data_entrada, faixa_etaria, pais, qualificacao_socio } = partner;
  const isCompany = WHOLE_CNPJ.test(cpf_cnpj_socio);
  const about = [
    qualificacao_socio?.descricao,
    data_entrada && `desde ${shortDate(data_entrada)}`,
    isCompany ? formatCnpj(cpf_cnpj_socio) : cpf_cnpj_socio,
    faixa_etaria === 'Não se aplica' ? '' : faixa_etaria,
    pais !== null && pais.id !== BRAZIL ? pais.nome : '',
    representativeOf(partner),
  ];
  return { text: nome, aside: joined(about, ', '), link: isCompany ? `?cnpj=${cpf_cnpj_socio}` : undefined };
}

/** Lists of entries: a text, what is said aside, and where it leads. */
export function listsOf(company) {
  const place = company.estabelecimento;
  return {
    activities: place.atividades_secundarias.map(({ subclasse, descricao }) => ({
      text: `${subclasse} · ${descricao}`,
    })),
    registrations: place.inscricoes_estaduais.map(({ estado, inscricao_estadual, ativo }) => ({
      text: joined([estado?.sigla, inscricao_estadual], ' '),
      aside: ativo ? 'ativa' : 'inativa',
    })),
    partners: company.socios.map(partnerOf),
  };
}
