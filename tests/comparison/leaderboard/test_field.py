import numpy as np
import pytest
from conftest import models_with

from prgbench.comparison.leaderboard.field import drawn_flows
