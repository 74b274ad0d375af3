// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPool} from "../tokens/IPool.sol";
import {ILoanBook} from "./ILoanBook.sol";
import {LoanMath} from "./LoanMath.sol";
import {LoanStore} from "./LoanStore.sol";

/// @title Ending a part of a loan with its collateral
abstract contract LoanSale is LoanStore {
    uint256 private constant PERCENT = 100;
    /// A sale is of a multiple of this part, in percent.
    uint256 private constant PERCENT_STEP = 10;

    /// @dev What remains, and what is burned. `residual` goes to the router.
    struct Sale {
        uint256 collateral;
        uint256 tide;
        uint256 debt;
        uint256 tideToBurn;
        uint256 tokensToBurn;
        uint256 residual;
    }

    /// @inheritdoc ILoanBook
    function PartialLoanSellFor(uint256 loanId, address user, uint256 percentage, bool isLeverage)
        external
        returns (uint256 residualTokens)
    {
        if (isLeverage) {
            if (msg.sender != SWAP()) revert OnlySwap();
        } else {
            _checkLoanHub();
        }
        Loan storage loan = _activeLoan(user, loanId, isLeverage);
        Sale memory sale = _planSale(loan, percentage);
        (address token, uint256 tide, uint256 debt) = (loan.token, loan.tide, loan.debt);
        residualTokens = sale.residual;
        if (percentage == PERCENT) {
            _close(loan);
        } else {
            loan.collateral = _toUint128(sale.collateral);
            loan.tide = _toUint128(sale.tide);
            loan.debt = _toUint128(sale.debt);
        }
        emit PartialLoanSell(user, loanId, percentage, isLeverage, residualTokens);
        _cover(token, tide - sale.tide, debt - sale.debt, sale.tideToBurn, sale.tokensToBurn);
        _release(token, residualTokens, SWAP());
    }

    /// @inheritdoc ILoanBook
    function getPartialLoanSellAmounts(uint256 loanId, address user, uint256 percentage, bool isLeverage)
        external
        view
        returns (uint256 mainToBurn, uint256 tokensToBurn, uint256 residualTokens)
    {
        Sale memory sale = _planSale(_activeLoan(user, loanId, isLeverage), percentage);
        return (sale.tideToBurn, sale.tokensToBurn, sale.residual);
    }

    /// @dev Rounded from what remains: the rest of the debt is rounded down, and the rest of the collateral is at least
    /// what covers it. The fee of every loan has raised the price of TIDE, so the collateral suffices for both parts.
    function _planSale(Loan storage loan, uint256 percentage) private view returns (Sale memory sale) {
        if (percentage == 0 || percentage > PERCENT || percentage % PERCENT_STEP != 0) revert InvalidPercentage();
        address token = loan.token;
        uint256 remaining = PERCENT - percentage;
        uint256 collateral = loan.collateral;
        sale.debt = loan.debt * remaining / PERCENT;
        if (remaining > 0) {
            if (sale.debt < LoanMath.MINIMUM_CHANGE) revert RemainderTooSmall();
            uint256 least = collateralFor(sale.debt);
            if (token != address(this)) {
                // In proportion: the least TIDE would leave nothing for the rounding of the next sale.
                sale.tide = Math.max(Math.ceilDiv(loan.tide * remaining, PERCENT), least);
                least = IPool(token).collateralFor(sale.tide);
            }
            sale.collateral = Math.max(Math.ceilDiv(collateral * remaining, PERCENT), least);
        }
        (sale.tideToBurn, sale.tokensToBurn) = _leastCover(token, loan.debt - sale.debt);
        uint256 burned = token == address(this) ? sale.tideToBurn : sale.tokensToBurn;
        sale.residual = collateral - sale.collateral - burned;
    }
}
