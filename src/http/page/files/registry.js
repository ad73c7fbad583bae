/* What the page shows of the registry: how old it is, how large, and what of the country it has. */

import { formatLongDate, formatNumber, joined } from './format.js';

const FIGURES = { empresas: 'empresas', estabelecimentos: 'estabelecimentos', socios: 'sócios' };

/** Shows what `GET /status` tells. */
export function showRegistry({ base, versao }) {
  const note = document.querySelector('#registry-note');
  document.querySelector('#version').textContent = `Versão ${versao}.`;
  if (base === null) {
    note.textContent = 'Ainda não há dados carregados. Volte em instantes.';
    return;
  }
  const day = formatLongDate(base.data_extracao);
  const parts = [`Dados extraídos pela Receita Federal em ${day}.`];
  if (base.atrasada) parts.push(`Estão ${base.dias_de_defasagem} dias atrás: a atualização está atrasada.`);
  const { estados, atividades, situacoes } = base.cobertura;
  const limits = joined(
    [
      estados.length > 0 && `estados: ${estados.join(', ')}`,
      atividades.length > 0 && `atividades: ${atividades.join(', ')}`,
      situacoes.length > 0 && `situações: ${situacoes.join(', ')}`,
    ].filter(Boolean),
    '; ',
  );
  if (limits) parts.push(`Só uma parte do país está aqui (${limits}).`);
  note.textContent = parts.join(' ');
  const figures = document.querySelector('#registry-figures');
  for (const [kind, label] of Object.entries(FIGURES)) {
    const pair = document.createElement('div');
    pair.className = 'figure';
    const term = pair.appendChild(document.createElement('dt'));
    const figure = pair.appendChild(document.createElement('dd'));
    term.textContent = label;
    figure.textContent = formatNumber(base.registros[kind] ?? 0);
    figures.append(pair);
  }
  figures.hidden = false;
}
