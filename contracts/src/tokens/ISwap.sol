// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IMainToken} from "./IMainToken.sol";
import {ITaxes} from "./ITaxes.sol";
import {ITokenFactory} from "./ITokenFactory.sol";

/// @title Router
/// @notice Buys follow USDB, TIDE or USDB, TIDE, token; sells the reverse, or token, TIDE. One tax is taken per
/// route, in USDB, at the rate of the token traded. The router spends the caller's approvals only.
/// @dev Names are fixed by the published ABI.
interface ISwap {
    struct TradeInfo {
        string name;
        string symbol;
        uint256 price;
    }

    /// @notice A trade was completed.
    /// @param token The token traded; TIDE when the route ends there.
    /// @param info Its name, symbol and USD price after the trade (18 decimals).
    event Traded(address token, TradeInfo info);

    /// @notice The path is not supported, or contains a token that is not listed.
    error InvalidPath();
    /// @notice The trade would give less than the caller accepts.
    error InsufficientOutput(uint256 amountOut, uint256 minOut);
    /// @notice There is no vault to wrap TIDE in, or the token bought is another one.
    error WrappingUnavailable();
    /// @notice There is no wrapped native coin to pay out.
    error NativePayoutUnavailable();
    /// @notice At most 100 percent of a purchase are leveraged.
    error PercentageTooLarge();
    /// @notice A purchase of a token whose purchases are vested is at least 10 USDB, tax included.
    error BuyTooSmall();
    /// @notice The call is reserved to allowed market contracts, the loan hub and the vault.
    error OnlyMarket();
    /// @notice Loans of the hub are sold through the hub.
    error OnlyLeverage();

    /// @notice Spends `amount` USDB of the caller, who has approved it to the router.
    /// @param minOut Least amount of the last token on the path; less reverts.
    /// @param wrapTokens Whether to receive the vault's shares for the TIDE that was bought.
    /// @return amountOut Of the last token on the path, also when it was wrapped.
    function buyTokens(uint256 amount, uint256 minOut, address[] calldata path, bool wrapTokens)
        external
        returns (uint256 amountOut);

    /// @notice Buys with leverage: buys, borrows on what was bought, buys again with what the loan pays out, until the next
    /// input is below 0.1 % of the first, and pays that rest to the caller. The result is one position of the caller.
    /// @param path Of a purchase.
    /// @param minOut Least collateral; less reverts.
    /// @param numberOfDays Until the position can be liquidated, 1 to 1,000.
    /// @return Tokens bought: the collateral.
    function leverageBuy(uint256 _amount, uint256 minOut, address[] calldata path, uint256 numberOfDays)
        external
        returns (uint256);

    /// @notice A leveraged purchase with `percentageLeverage` of the amount, then an ordinary one with the rest.
    /// @param minOutLev Least collateral; less reverts.
    /// @param minOut Least output of the ordinary purchase; less reverts.
    function mixedBuy(
        uint256 _amount,
        uint256 minOutLev,
        uint256 minOut,
        address[] calldata path,
        uint256 numberOfDays,
        uint256 percentageLeverage
    ) external;

    /// @notice Sells `amount` of the first token on the path, which the caller has approved to the router.
    /// @param minOut Least amount of the last token on the path; less reverts.
    /// @param swapToETH Whether to receive the native coin; needs a market for it.
    function sellTokens(uint256 amount, uint256 minOut, address[] calldata path, bool swapToETH)
        external
        returns (uint256 amountOut);

    /// @notice Sells tokens that were sent here, and pays the USDB to the caller. Reserved to the market contracts that the
    /// factory allows, which send the input of a trader, to the loan hub, for which TIDE's contract sends collateral,
    /// and to the vault, which sends what a trader unwraps.
    /// @param trader Named in the events.
    /// @param minOut Least amount of USDB; less reverts.
    /// @param path Ends in USDB.
    function sellFor(address trader, uint256 amount, uint256 minOut, address[] calldata path)
        external
        returns (uint256 amountOut);

    /// @notice Ends `percentage` (10, 20, ... 100) of a leverage position of the caller: the debt is covered with collateral
    /// at its value, the rest of that part is sold for the caller.
    /// @param isLeverage Must be true; the hub has the other loans.
    /// @param minOut Least amount of USDB; less reverts.
    /// @return amountOut USDB paid out, after tax.
    function partialLoanSell(uint256 loanId, uint256 percentage, bool isLeverage, uint256 minOut)
        external
        returns (uint256 amountOut);

    /// @notice Output of a trade along `path` now, after tax.
    function getAmountsOut(uint256 amount, address[] calldata path) external view returns (uint256);

    function USDB() external view returns (IERC20);

    function MAIN() external view returns (IMainToken);

    function FACTORY() external view returns (ITokenFactory);

    function TAXES() external view returns (ITaxes);
}
