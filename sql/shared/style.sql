-- style.sql - how words are printed where the terminal shows it: temp.style, one row. A part of both summaries.

CREATE TEMP TABLE style AS
SELECT neardup_style('bold')  AS bold,
       neardup_style('faint') AS faint,
       neardup_style('red')   AS red,
       neardup_style('green') AS green,
       neardup_style('plain') AS plain;
