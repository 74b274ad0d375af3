// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IStakingVault} from "../vault/IStakingVault.sol";
import {IMainToken} from "./IMainToken.sol";
import {IPool} from "./IPool.sol";
import {ISwap} from "./ISwap.sol";
import {ITaxes} from "./ITaxes.sol";
import {ITokenFactory} from "./ITokenFactory.sol";
import {PoolMath} from "./PoolMath.sol";

/// @dev Holds no tokens between calls. It calls only contracts of the platform: `_route` refuses every path with a
/// token that the factory did not create.
contract Swap is ReentrancyGuardTransient, ISwap {
    using SafeERC20 for IERC20;

    /// Each purchase that is vested makes a schedule: not for dust.
    uint256 private constant MIN_VESTED_BUY = 10e18;
    /// Trade types of `IPool.TokensTraded`.
    uint256 private constant PERCENT = 100;
    uint8 private constant SELL = 1;
    uint8 private constant LEVERAGED_SELL = 3;

    /// @inheritdoc ISwap
    IERC20 public immutable USDB;
    /// @inheritdoc ISwap
    IMainToken public immutable MAIN;
    /// @inheritdoc ISwap
    ITokenFactory public immutable FACTORY;
    /// @inheritdoc ISwap
    ITaxes public immutable TAXES;

    constructor(IMainToken main, ITokenFactory factory, ITaxes taxes) {
        USDB = IERC20(main.token1());
        MAIN = main;
        FACTORY = factory;
        TAXES = taxes;
    }

    /// @inheritdoc ISwap
    function buyTokens(uint256 amount, uint256 minOut, address[] calldata path, bool wrapTokens)
        external
        nonReentrant
        returns (uint256 amountOut)
    {
        return _buy(_boughtToken(path), amount, minOut, wrapTokens);
    }

    /// @inheritdoc ISwap
    function leverageBuy(uint256 _amount, uint256 minOut, address[] calldata path, uint256 numberOfDays)
        external
        nonReentrant
        returns (uint256)
    {
        return _buyLeveraged(_boughtToken(path), _amount, minOut, numberOfDays);
    }

    /// @inheritdoc ISwap
    function mixedBuy(
        uint256 _amount,
        uint256 minOutLev,
        uint256 minOut,
        address[] calldata path,
        uint256 numberOfDays,
        uint256 percentageLeverage
    ) external nonReentrant {
        if (percentageLeverage > PERCENT) revert PercentageTooLarge();
        address token = _boughtToken(path);
        uint256 leveraged = _amount * percentageLeverage / PERCENT;
        if (leveraged > 0) _buyLeveraged(token, leveraged, minOutLev, numberOfDays);
        else if (minOutLev > 0) revert InsufficientOutput(0, minOutLev);
        if (leveraged < _amount) _buy(token, _amount - leveraged, minOut, false);
        else if (minOut > 0) revert InsufficientOutput(0, minOut);
    }

    /// @inheritdoc ISwap
    function sellTokens(uint256 amount, uint256 minOut, address[] calldata path, bool swapToETH)
        external
        nonReentrant
        returns (uint256 amountOut)
    {
        if (swapToETH) revert NativePayoutUnavailable();
        (address token, bool isBuy) = _route(path);
        if (isBuy) revert InvalidPath();

        uint256 received = IPool(token).sellTokens(amount, msg.sender);
        if (path[path.length - 1] == address(MAIN)) {
            amountOut = _payTide(token, received);
            _checkOutput(token, amountOut, minOut);
        } else {
            amountOut = _payUsdb(token, received, minOut, msg.sender, SELL);
        }
    }

    /// @inheritdoc ISwap
    function sellFor(address trader, uint256 amount, uint256 minOut, address[] calldata path)
        external
        nonReentrant
        returns (uint256)
    {
        _requireSeller();
        (address token, bool isBuy) = _route(path);
        if (isBuy || path[path.length - 1] != address(USDB)) revert InvalidPath();
        return _sellHeld(token, amount, minOut, trader, SELL);
    }

    /// @inheritdoc ISwap
    function partialLoanSell(uint256 loanId, uint256 percentage, bool isLeverage, uint256 minOut)
        external
        nonReentrant
        returns (uint256 amountOut)
    {
        if (!isLeverage) revert OnlyLeverage();
        address token = MAIN.leverages(msg.sender, loanId).token;
        uint256 residual = MAIN.PartialLoanSellFor(loanId, msg.sender, percentage, true);
        if (residual > 0) amountOut = _sellHeld(token, residual, minOut, msg.sender, LEVERAGED_SELL);
        else if (minOut > 0) revert InsufficientOutput(0, minOut);
        MAIN.recordCashOut(msg.sender, loanId, amountOut);
    }

    /// @inheritdoc ISwap
    function getAmountsOut(uint256 amount, address[] calldata path) external view returns (uint256) {
        (address token, bool isBuy) = _route(path);
        if (isBuy) {
            uint256 tide = MAIN.calculateTokensForBuy(amount - _tax(token, amount));
            return token == address(MAIN) ? tide : IPool(token).calculateTokensForBuy(tide);
        }
        uint256 received = IPool(token).calculateTokensForSell(amount);
        if (path.length == 3) received = MAIN.calculateTokensForSell(received);
        return received - _tax(token, received);
    }

    function _buy(address token, uint256 amount, uint256 minOut, bool wrapTokens)
        private
        returns (uint256 amountOut)
    {
        if (wrapTokens && token != address(MAIN)) revert WrappingUnavailable();
        if (amount < MIN_VESTED_BUY && IPool(token).autoVest()) revert BuyTooSmall();
        uint256 tax = _tax(token, amount);
        // `from` is the caller: an approval of this contract can only be used by the wallet that gave it.
        USDB.safeTransferFrom(msg.sender, address(MAIN), amount - tax);
        if (tax > 0) USDB.safeTransferFrom(msg.sender, address(TAXES), tax);
        if (wrapTokens) {
            amountOut = _buyAndWrap(amount - tax);
        } else if (token == address(MAIN)) {
            amountOut = MAIN.buyTokens(amount - tax, msg.sender);
        } else {
            uint256 tide = MAIN.routeBuy(amount - tax, msg.sender, token);
            amountOut = IPool(token).buyTokens(tide, msg.sender);
        }
        // After the purchase: its own shares take part in the split of its tax.
        if (tax > 0) TAXES.collect(token, tax);
        _checkOutput(token, amountOut, minOut);
    }

    /// @dev TIDE computes the purchase, pays the tax, and pays the trader what is left over.
    function _buyLeveraged(address token, uint256 amount, uint256 minOut, uint256 numberOfDays)
        private
        returns (uint256 collateral)
    {
        USDB.safeTransferFrom(msg.sender, address(MAIN), amount);
        collateral = MAIN.openLeverage(msg.sender, amount, token, numberOfDays);
        _checkOutput(token, collateral, minOut);
    }

    /// @dev Contracts of the platform that sell for others.
    function _requireSeller() private view {
        if (FACTORY.isMarket(msg.sender) || msg.sender == MAIN.loanHub()) return;
        if (msg.sender != TAXES.vault()) revert OnlyMarket();
    }

    /// @dev Buys TIDE for the caller, who receives the shares that the vault gives for it.
    function _buyAndWrap(uint256 amount) private returns (uint256 tide) {
        address vault = TAXES.vault();
        if (vault == address(0)) revert WrappingUnavailable();
        tide = MAIN.routeBuy(amount, msg.sender, address(this));
        IERC20(address(MAIN)).forceApprove(vault, tide);
        IStakingVault(vault).buyForUser(tide, msg.sender);
    }

    /// @dev Sells tokens that this contract holds, for USDB to the caller.
    function _sellHeld(address token, uint256 amount, uint256 minOut, address trader, uint8 tradeType)
        private
        returns (uint256)
    {
        return _payUsdb(token, IPool(token).routeSell(amount, trader, tradeType), minOut, trader, tradeType);
    }

    /// @dev Second half of a sale for USDB: sells received TIDE if needed, takes the tax, pays the caller, checks `minOut`.
    function _payUsdb(address token, uint256 received, uint256 minOut, address trader, uint8 tradeType)
        private
        returns (uint256 amountOut)
    {
        if (token != address(MAIN)) received = MAIN.routeSell(received, trader, tradeType);
        uint256 tax = _tax(token, received);
        _payTax(token, tax);
        amountOut = received - tax;
        USDB.safeTransfer(msg.sender, amountOut);
        _checkOutput(token, amountOut, minOut);
    }

    /// @dev Second half of a sale for TIDE: the tax share of the TIDE is sold, because tax is paid in USDB.
    function _payTide(address token, uint256 tide) private returns (uint256 amountOut) {
        uint256 taxedTide = _tax(token, tide);
        amountOut = tide - taxedTide;
        if (taxedTide > 0) _payTax(token, MAIN.routeSell(taxedTide, msg.sender, SELL));
        IERC20(address(MAIN)).safeTransfer(msg.sender, amountOut);
    }

    function _payTax(address token, uint256 tax) private {
        if (tax == 0) return;
        USDB.safeTransfer(address(TAXES), tax);
        TAXES.collect(token, tax);
    }

    function _checkOutput(address token, uint256 amountOut, uint256 minOut) private {
        if (amountOut < minOut) revert InsufficientOutput(amountOut, minOut);
        IERC20Metadata metadata = IERC20Metadata(token);
        emit Traded(token, TradeInfo(metadata.name(), metadata.symbol(), IPool(token).getUSDPrice()));
    }

    /// @dev Rounded up, against the trader.
    function _tax(address token, uint256 amount) private view returns (uint256) {
        return PoolMath.basisPointsUp(amount, TAXES.getTaxRate(token, msg.sender));
    }

    function _boughtToken(address[] calldata path) private view returns (address token) {
        bool isBuy;
        (token, isBuy) = _route(path);
        if (!isBuy) revert InvalidPath();
    }

    /// @dev Returns the token whose tax rate applies and the direction. Reverts for every path that is not listed here.
    function _route(address[] calldata path) private view returns (address token, bool isBuy) {
        address usdb = address(USDB);
        address main = address(MAIN);
        if (path.length == 2) {
            if (path[0] == usdb && path[1] == main) return (main, true);
            if (path[0] == main && path[1] == usdb) return (main, false);
            if (path[1] == main && FACTORY.isEcosystemToken(path[0])) return (path[0], false);
        }
        if (path.length == 3 && path[1] == main) {
            if (path[0] == usdb && FACTORY.isEcosystemToken(path[2])) return (path[2], true);
            if (path[2] == usdb && FACTORY.isEcosystemToken(path[0])) return (path[0], false);
        }
        revert InvalidPath();
    }
}
