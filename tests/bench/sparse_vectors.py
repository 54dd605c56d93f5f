"""sparse_vectors.py - sparse vectors, which are blobs (docs/formats/vector-format.md), as a matrix of scipy."""

import numpy
from scipy import sparse


def matrix_of(blobs):
    """A row for each vector, of zeros for None. Dimensions are any 32-bit numbers: they are renumbered."""
    ends, dimensions, values = [0], [], []
    for blob in blobs:
        size = (len(blob) - 5) // 8 if blob else 0
        if size:
            dimensions.append(numpy.frombuffer(blob, "<u4", size, 5))
            values.append(numpy.frombuffer(blob, "<f4", size, 5 + 4 * size))
        ends.append(ends[-1] + size)
    columns = numpy.unique(numpy.concatenate(dimensions), return_inverse=True)[1]
    return sparse.csr_matrix((numpy.concatenate(values), columns, ends))
