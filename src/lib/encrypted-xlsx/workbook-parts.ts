import { escapeText } from './cells.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The worksheet part with a number, as a path inside the package. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/**
 * The first entry of the package (ECMA-376 part 2, 10.1.2). Worksheets are the default of `xml`,
 * because how many there will be is not known yet.
 */
export const contentTypes = {
  path: '[Content_Types].xml',
  xml: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
};

/** The small parts of a workbook (ECMA-376 part 1, 12.2), by path. Sheets in the order shown. */
export function workbookParts(sheets: readonly { name: string; number: number }[]) {
  return {
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relationships(sheets.map(({ number }) => number)),
    'xl/styles.xml': stylesXml,
  };
}

function workbookXml(sheets: readonly { name: string; number: number }[]): string {
  const entries = sheets.map(({ name, number }) => {
    const attribute = escapeText(name).replaceAll('"', '&quot;');
    return `<sheet name="${attribute}" sheetId="${number}" r:id="sheet${number}"/>`;
  });
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`;
}

function relationships(numbers: number[]): string {
  const entries = numbers.map(
    (number) =>
      `<Relationship Id="sheet${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

/** Style 0 is plain, style 1 (`BOLD`) bold. */
const stylesXml = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
